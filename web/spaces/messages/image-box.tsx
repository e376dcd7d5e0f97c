import { type CSSProperties, Suspense } from 'react'
import type { PostImage } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { useLongPress } from '../../ui/emoji/long-press.ts'

const MessageImages = lazyChunk(() => import('../../app/message-images.tsx'), 'MessageImages')

/** One picture is at most as high as it may be wide. */
const WIDEST = '20rem'

interface ImageBoxProps {
  message: SpaceMessage
  /** Fetches addresses for the pictures; rejects when there are none. */
  renew: () => Promise<void>
  onLongPress: () => void
}

/**
 * A message's pictures, in a place that has its size before they are there: nothing moves in a
 * room.
 */
export function ImageBox({ message: { images, user }, renew, onLongPress }: ImageBoxProps) {
  const longPress = useLongPress(onLongPress)
  return (
    <div
      {...longPress}
      style={sizeOf(images)}
      className="max-h-80 min-h-11 min-w-11 max-w-full touch-manipulation overflow-hidden rounded-control bg-surface-sunken pointer-coarse:select-none"
    >
      <Suspense>
        <MessageImages
          images={images}
          author={user?.username ?? 'someone'}
          widest={WIDEST}
          renew={renew}
        />
      </Suspense>
    </div>
  )
}

function sizeOf([first, second]: PostImage[]): CSSProperties {
  if (!first || second) return { aspectRatio: '3 / 2', width: WIDEST }
  const ratio = first.width / first.height
  return { aspectRatio: ratio, width: `min(${WIDEST}, ${WIDEST} * ${ratio}, ${first.width}px)` }
}
