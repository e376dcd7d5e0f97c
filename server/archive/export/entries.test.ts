import { expect, it } from 'vitest'
import { postEntry } from './entries.ts'

it.each([
  [0, 0, 'no likes, no comments'],
  [1, 1, '1 like, 1 comment'],
  [2, 1, '2 likes, 1 comment'],
])('a post with %i and %i says: %s', (likes, comments, words) => {
  const post = {
    ...{
      id: '1',
      importedFrom: null,
      text: 'Tea',
      images: [],
      theme: null,
      audience: 'friends' as const,
    },
    ...{ createdAt: '2026-01-15T12:00:00.000Z', editedAt: null, likes, comments },
  }
  expect(postEntry(post).markup).toContain(`<small>${words}</small>`)
})
