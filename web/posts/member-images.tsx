import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { generatePath, Link } from 'react-router'
import { type ImagesPage, MESSAGES } from '../../contract/posts.ts'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { fetchMore } from '../ui/fetch-more.ts'
import { earlierOptions, type ImagesSource } from './member-images-api.ts'
import { ResponsiveImage, useImageLoading } from './responsive-image.tsx'

interface MemberImagesProps {
  source: ImagesSource
  username: string
  /** The newest: of others they came with the card. */
  first: ImagesPage
}

/** The pictures of a member's posts; each leads to its post. */
export function MemberImages({ source, username, first }: MemberImagesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const earlier = useInfiniteQuery(earlierOptions(source, isOpen ? first.nextCursor : null))
  const pages = [first, ...(earlier.data?.pages ?? [])]
  const images = pages.flatMap((page) => page.images)
  if (images.length === 0) return null
  const hasMore = earlier.data ? earlier.hasNextPage : first.nextCursor !== null

  async function fetchEarlier(): Promise<unknown> {
    if (isOpen) return earlier.data ? earlier.fetchNextPage() : earlier.refetch()
    flushSync(() => setIsOpen(true))
    // What has begun by that; where it fails is said below.
    return client.fetchInfiniteQuery(earlierOptions(source, first.nextCursor)).catch(() => {})
  }

  return (
    <section aria-labelledby="pictures" className="flex flex-col gap-3">
      <h2 id="pictures" className="font-semibold font-serif text-xl">
        Pictures
      </h2>
      <ul className="grid grid-cols-3 gap-1.5 sm:grid-cols-4">
        {images.map(({ postId, image }) => (
          <li key={postId}>
            <Tile
              postId={postId}
              image={image}
              author={username}
              renew={() => client.refetchQueries({ queryKey: source.queryKey })}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-col items-center gap-3 empty:hidden">
        {earlier.isError && <p role="alert">{MESSAGES.imagesFailed}</p>}
        {hasMore && (
          <Button
            busy={earlier.isFetching}
            onClick={({ currentTarget }) => fetchMore(currentTarget, fetchEarlier)}
          >
            {earlier.isError ? 'Try again' : 'Show more pictures'}
          </Button>
        )}
      </div>
    </section>
  )
}

type TileProps = ImagesPage['images'][number] & { author: string; renew: () => Promise<void> }

function Tile({ postId, image, author, renew }: TileProps) {
  const loading = useImageLoading(image, renew)
  const name = image.alt || `Picture by ${author}`
  return (
    <Link
      to={generatePath(paths.post, { id: postId })}
      aria-label={`${name}: open the post`}
      className="relative block aspect-square overflow-hidden rounded-control bg-surface-sunken transition-opacity duration-150 hover:opacity-90"
    >
      {loading.isFailed ? (
        <span className="flex size-full items-center justify-center text-ink-soft">
          <ImageOff aria-hidden className="size-5" />
        </span>
      ) : (
        <ResponsiveImage
          image={image}
          alt=""
          sizes="(min-width: 40rem) 10rem, 33vw"
          loading={loading}
          className="size-full object-cover"
        />
      )}
    </Link>
  )
}
