import { queryOptions } from '@tanstack/react-query'
import { CARDS_MAX, cards, type Post } from '../../contract/posts.ts'
import { api } from '../platform/api-client.ts'

/** How old a card may be: it goes when the post goes, or is not for its reader any more. */
const RENEWED_AFTER_MS = 60_000

export function cardOptions(postId: string) {
  return queryOptions({
    queryKey: ['shared-post', postId] as const,
    queryFn: () => readCard(postId),
    staleTime: RENEWED_AFTER_MS,
    refetchInterval: RENEWED_AFTER_MS,
  })
}

type Waiting = Map<string, (read: Promise<Post[]>) => void>
let waiting: Waiting = new Map()

/**
 * All that a screen asks for in the same moment is asked for together. Null where it is not there.
 */
async function readCard(postId: string): Promise<Post | null> {
  const { promise, resolve } = Promise.withResolvers<Post[]>()
  if (waiting.size === 0) setTimeout(readWaiting)
  waiting.set(postId, resolve)
  return (await promise).find(({ _id }) => _id === postId) ?? null
}

function readWaiting() {
  const asked = [...waiting]
  waiting = new Map()
  for (let start = 0; start < asked.length; start += CARDS_MAX) {
    const some = asked.slice(start, start + CARDS_MAX)
    const read = readCards(some.map(([id]) => id))
    for (const [, resolve] of some) resolve(read)
  }
}

async function readCards(ids: string[]): Promise<Post[]> {
  return cards.parse(await api.get(`/posts/cards?ids=${ids.join(',')}`))
}
