import { testImage } from './test-images.ts'
import { zipOf } from './zip-files.ts'

// Archives that no Snug made.

const FILE = 'pictures/01234567-89ab-7def-8123-456789abcdef.webp'
export const IMAGE = { file: FILE, width: 64, height: 48, alt: 'A pot' }
export const NO_IMAGE = { ...IMAGE, file: FILE.replace('0123', '9999') }

/** A line of `data/posts.json`. */
export function line(text: string, more: object = {}) {
  return {
    ...{ id: '1', text, createdAt: '2025-03-01T12:00:00.000Z', editedAt: null },
    ...{ audience: 'profile', theme: null, images: [], likes: 0, comments: 0, ...more },
  }
}

/** As another program might make one. */
export async function filesWith(posts: unknown[]): Promise<Record<string, string | Buffer>> {
  const counts = { posts: posts.length, images: 1, comments: 0, messages: 0 }
  const profile = {
    ...{ schema: 1, from: { name: 'Elsewhere', url: 'https://elsewhere.example.org' } },
    ...{ madeAt: '2025-12-01T12:00:00.000Z', username: 'Adele', email: 'adele@example.org' },
    ...{ memberNumber: 1, joinedAt: '2025-01-01T12:00:00.000Z', aboutMe: 'x'.repeat(501) },
    ...{ pet: 'fish', music: '', musicLink: 'javascript:alert(1)', photo: NO_IMAGE },
    ...{ isPrivate: false, counts },
  }
  const friend = { since: profile.madeAt, isSquad: false }
  const friends = ['Ada', '<b>', 'Ada', 7].map((username) => ({ username, ...friend }))
  return {
    'data/profile.json': JSON.stringify(profile),
    'data/friends.json': JSON.stringify({ friends, schema: 1 }),
    'data/posts.json': JSON.stringify({ schema: 1, posts, made: [] }),
    [FILE]: await testImage('webp'),
    [NO_IMAGE.file]: Buffer.from('<svg onload="alert(1)"/>'),
  }
}

export async function archiveWith(posts: unknown[]): Promise<Buffer> {
  return zipOf(await filesWith(posts))
}
