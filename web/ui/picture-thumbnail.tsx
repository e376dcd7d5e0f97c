import clsx from 'clsx'
import type { PostImage } from '../../contract/posts.ts'

interface PictureThumbnailProps {
  image: PostImage | null
  className?: string
}

/** The picture of what administrators look at, small and with its description; nothing without one. */
export function PictureThumbnail({ image, className }: PictureThumbnailProps) {
  const [source] = image?.sources ?? []
  if (!image || !source) return null
  return (
    <img
      src={source.url}
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading="lazy"
      className={clsx('h-24 w-auto rounded-control', className)}
    />
  )
}
