import clsx from 'clsx'
import { useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { Button } from './button.tsx'

interface ImageThumbnailsProps {
  images: PostImage[]
  className?: string
}

/** The pictures of what administrators look at, small and with their descriptions. */
export function ImageThumbnails({ images, className }: ImageThumbnailsProps) {
  if (images.length === 0) return null
  return (
    <div className={clsx('flex flex-wrap gap-2', className)}>
      {images.map((image) => (
        <ImageThumbnail key={image.sources[0]?.url} image={image} />
      ))}
    </div>
  )
}

function ImageThumbnail({ image }: { image: PostImage }) {
  const { sources, animation, alt, width, height } = image
  const [isMoving, setIsMoving] = useState(false)
  const [source] = (isMoving && animation) || sources
  return (
    <div className="flex flex-col items-start gap-1">
      <img
        src={source?.url}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-24 w-auto rounded-control"
      />
      {animation && (
        <Button size="small" onClick={() => setIsMoving(!isMoving)}>
          {isMoving ? 'Stop' : 'Play'}
        </Button>
      )}
    </div>
  )
}
