import { queryOptions, useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import { CARDS_MAX, cards, MESSAGES, type Post } from '../../contract/posts.ts'
import { api } from '../platform/api-client.ts'
import { Avatar } from '../ui/avatar.tsx'
import { paths } from './paths.ts'
import { SHARED_POST_CLASSES } from './shared-post-style.ts'

/** How old a card may be: it goes when the post goes, or is not for its reader any more. */
const RENEWED_AFTER_MS = 60_000

/** A post that a message shares, as it is now for who reads it. */
export function SharedPost({ postId }: { postId: string }) {
  const { data: post, isPending } = useQuery(cardOptions(postId))
  if (isPending) return <p aria-hidden className={`${SHARED_POST_CLASSES} animate-pulse`} />
  if (!post)
    return (
      <p className={`${SHARED_POST_CLASSES} text-ink-soft text-sm`}>
        {post === null ? MESSAGES.postMissing : 'The post could not be loaded.'}
      </p>
    )
  const { user, text, images } = post
  const source = images[0]?.sources.find(({ width }) => width >= 400) ?? images[0]?.sources.at(-1)
  return (
    <Link
      to={generatePath(paths.post, { id: postId })}
      className={`${SHARED_POST_CLASSES} flex gap-3 hover:border-line-strong`}
    >
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-center gap-2 font-semibold text-sm">
          <Avatar name={user.username} photoUrl={user.profilePhoto} size="small" />
          <span className="sr-only">Post by </span>
          <span dir="auto" className="truncate">
            {user.username}
          </span>
        </span>
        <span dir="auto" className="wrap-anywhere line-clamp-2">
          {text}
        </span>
      </span>
      {source && images[0] && (
        <img
          src={source.url}
          alt={images[0].alt}
          width={images[0].width}
          height={images[0].height}
          className="h-full w-24 shrink-0 rounded-control object-cover"
        />
      )}
    </Link>
  )
}

function cardOptions(postId: string) {
  return queryOptions({
    queryKey: ['shared-post', postId] as const,
    queryFn: () => readCard(postId),
    staleTime: RENEWED_AFTER_MS,
    refetchInterval: RENEWED_AFTER_MS,
  })
}

type Waiting = Map<string, (read: Promise<Post[]>) => void>
let waiting: Waiting = new Map()

/** All that a screen asks for in the same moment is asked for together. Null where it is not there. */
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
