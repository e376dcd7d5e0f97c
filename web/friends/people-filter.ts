import type { Person } from '../../contract/friends.ts'

// What the search box finds among people who are here already.

/** Friends by name, or by what they say about themselves. */
export function filterFriends(search: string, friends: readonly Person[]): Person[] {
  const matches = matcherOf(search)
  return friends.filter(({ username, aboutMe }) => matches(username) || matches(aboutMe))
}

/** Whoever asks is not known yet: by name only. */
export function filterRequests(search: string, requests: readonly Person[]): Person[] {
  const matches = matcherOf(search)
  return requests.filter(({ username }) => matches(username))
}

function matcherOf(search: string): (text: string) => boolean {
  const wanted = folded(search.trim())
  return (text) => folded(text).includes(wanted)
}

/** Case and the way accents are written make no difference. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
