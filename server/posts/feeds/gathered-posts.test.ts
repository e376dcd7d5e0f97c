import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LAST_ID } from '../../platform/ids.ts'
import {
  type Author,
  addPost,
  type FeedSources,
  FirstPages,
  mergeNewest,
  newestOf,
  replaceNewest,
} from './gathered-posts.ts'

const LIMIT = 5
const FROM_TOP = { before: LAST_ID, limit: LIMIT, hidden: new Set<number>() }
const AUDIENCES = ['profile', 'friends', 'squad'] as const

const anyAct = fc.record({
  author: fc.nat(2),
  // Of few, so that one often comes again for others, or in the midst of what is there.
  id: fc.integer({ min: 1, max: 90 }),
  audience: fc.constantFrom(...AUDIENCES),
  isReadAnew: fc.boolean(),
  isLookedAt: fc.boolean(),
})

function openScene() {
  const newAuthor = (id: number): Author => ({
    id,
    forFriends: newestOf([]),
    forSquad: newestOf([]),
  })
  const authors = [newAuthor(1), newAuthor(2), newAuthor(3)] as const
  // The third is no friend, and of the others only the first has the viewer in their squad.
  const sources: FeedSources = {
    version: 0,
    authors: [authors[0], authors[1]],
    squads: [authors[0]],
  }
  return { authors, sources, firstPages: new FirstPages() }
}

it('the top of a feed is what is gathered anew, whatever came meanwhile', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 150 }), (acts) => {
      const { authors, sources, firstPages } = openScene()
      for (const { author: index, id, audience, isReadAnew, isLookedAt } of acts) {
        const author = authors[index] ?? authors[0]
        // Each author's posts are their own.
        const own = id * 3 + index
        if (isReadAnew && own % 5 === 0)
          replaceNewest(firstPages, author, {
            forFriends: newestOf(author.forFriends.ids.filter((one) => one !== own)),
            forSquad: author.forSquad,
          })
        else addPost(firstPages, author, own, audience)
        if (isLookedAt)
          expect(firstPages.of(sources, LIMIT)).toEqual(mergeNewest(sources, FROM_TOP))
      }
      expect(firstPages.of(sources, LIMIT)).toEqual(mergeNewest(sources, FROM_TOP))
    }),
  )
})

it('is not looked for again among the posts of all friends', () => {
  const { authors, sources, firstPages } = openScene()
  const [author, other] = authors
  addPost(firstPages, author, 1, 'friends')
  firstPages.of(sources, LIMIT)
  addPost(firstPages, other, 2, 'friends')
  const seen: string[] = []
  const watched = new Proxy(author, {
    get(target, name, receiver) {
      seen.push(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  sources.authors[0] = watched
  expect(firstPages.of(sources, LIMIT)).toEqual([2, 1])
  expect(seen).toEqual([])
})
