import { useEffect, useRef, useState } from 'react'
import { useStableCallback } from '../../platform/stable-callback.ts'
import { type Area, cropImage } from './crop-image.ts'

/**
 * Cuts a part out of what `file` shows, which may take seconds: once the file is another one or the
 * dialog is gone, nothing comes of it. Where the browser cannot, the whole is never taken instead.
 */
export function useCropping(file: File | null, onCropped: (image: File) => void) {
  const [isCropping, setIsCropping] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const running = useRef<AbortController>(undefined)
  const use = useStableCallback(onCropped)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another file that ends it
  useEffect(
    () => () => {
      running.current?.abort()
      setIsCropping(false)
      setHasFailed(false)
    },
    [file],
  )

  async function crop(image: HTMLImageElement, area: Area, sideMax?: number) {
    const stop = new AbortController()
    running.current = stop
    setIsCropping(true)
    setHasFailed(false)
    const cropped = await cropImage(image, area, sideMax).catch(() => null)
    if (stop.signal.aborted) return
    setIsCropping(false)
    if (cropped) use(cropped)
    else setHasFailed(true)
  }

  return { isCropping, hasFailed, crop }
}
