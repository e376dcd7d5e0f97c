import { useRef, useState } from 'react'
import type { PostImage } from '../../contract/posts.ts'
import { useOnReconnect } from '../platform/realtime/use-realtime.ts'
import { srcSetOf } from './image-source.ts'

interface ImageProps {
  image: PostImage
  alt: string
  sizes: string
  loading: ReturnType<typeof useImageLoading>
  className: string
}

/** The picture's file that fits best, its tiny placeholder showing until it is there. */
export function ResponsiveImage({ image, alt, sizes, loading, className }: ImageProps) {
  const [isShown, setIsShown] = useState(false)
  const placeholder = { background: `url("${image.placeholder}") center / contain no-repeat` }
  return (
    <img
      key={loading.attempt}
      src={image.sources.at(-1)?.url}
      srcSet={srcSetOf(image)}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt}
      loading="lazy"
      decoding="async"
      onLoad={() => setIsShown(true)}
      onError={loading.handleError}
      style={isShown ? undefined : placeholder}
      className={className}
    />
  )
}

/**
 * A picture's address ends within the hour: the first failure quietly asks for a new one, the
 * second is shown, until the server is back. `attempt` names the try under way.
 */
export function useImageLoading(image: PostImage, renew: () => Promise<void>) {
  const [attempt, setAttempt] = useState(0)
  const [failedUrl, setFailedUrl] = useState<string>()
  const isRenewed = useRef(false)
  const url = image.sources.at(-1)?.url
  const isFailed = url === undefined || url === failedUrl
  useOnReconnect(() => {
    if (isFailed) retry()
  })

  async function handleError() {
    if (isRenewed.current) return setFailedUrl(url)
    isRenewed.current = true
    try {
      await renew()
      setAttempt((count) => count + 1)
    } catch {
      setFailedUrl(url)
    }
  }

  function retry() {
    isRenewed.current = false
    setFailedUrl(undefined)
    setAttempt((count) => count + 1)
    // Nothing to draw that could fail: that they still cannot be had is shown already.
    if (url === undefined) renew().catch(() => {})
  }

  return { attempt, isFailed, handleError, retry }
}
