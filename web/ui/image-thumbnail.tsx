import clsx from 'clsx'
import type { PostImage } from '../../contract/posts.ts'

interface ImageThumbnailsProps {
  images: PostImage[]
  className?: string
}

/** The pictures of what administrators look at, small and with their descriptions. */
export function ImageThumbnails({ images, className }: ImageThumbnailsProps) {
  if (images.length === 0) return null
  return (
    <div className={clsx('flex flex-wrap gap-2', className)}>
      {images.map(({ sources: [source], alt, width, height }) => (
        <img
          key={source?.url}
          src={source?.url}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          className="h-24 w-auto rounded-control"
        />
      ))}
    </div>
  )
}
