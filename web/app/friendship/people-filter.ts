import type { Person } from '../../../contract/friends.ts'
import { areFound, searchKeys, searchWords } from '../../../contract/search.ts'

// What the search box finds among people who are here already: whom the server would find.

/** Friends by name, or by what they say about themselves. */
export function filterFriends(search: string, friends: readonly Person[]): Person[] {
  return filter(search, friends, keysOf)
}

/** Whoever asks is not known yet: by name only. */
export function filterRequests(search: string, requests: readonly Person[]): Person[] {
  return filter(search, requests, ({ username }) => searchKeys(username))
}

function filter(
  search: string,
  people: readonly Person[],
  keysOfPerson: (person: Person) => string[],
): Person[] {
  if (search.trim() === '') return [...people]
  const words = searchWords(search)
  return words.length === 0 ? [] : people.filter((person) => areFound(words, keysOfPerson(person)))
}

/** Cutting thousands of texts with every letter typed would be felt. */
const keptKeys = new WeakMap<Person, string[]>()

function keysOf(person: Person): string[] {
  const kept = keptKeys.get(person)
  if (kept) return kept
  const keys = [...searchKeys(person.username), ...searchKeys(person.aboutMe)]
  keptKeys.set(person, keys)
  return keys
}
