import { useSyncExternalStore } from 'react'

const PHONE = '(width < 40rem)'

/** Of a phone above its keyboard, of which `dvh` knows nothing; undefined elsewhere. */
export function useVisibleArea(): { top: number; height: number } | undefined {
  const area = useSyncExternalStore(subscribe, readArea)
  if (area === '') return undefined
  const [top = 0, height = 0] = area.split(' ').map(Number)
  return { top, height }
}

/** As it was last; to read it has the browser lay out the page, so that is done when it changes. */
let area: string | undefined

function readArea(): string {
  area ??= measureArea()
  return area
}

function measureArea(): string {
  const { visualViewport } = window
  if (!visualViewport || !window.matchMedia(PHONE).matches) return ''
  return `${visualViewport.offsetTop} ${visualViewport.height}`
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = window
  const update = () => {
    area = measureArea()
    listener()
  }
  // It may have changed before it was listened for; by the next frame the page is laid out anyway.
  const frame = requestAnimationFrame(update)
  visualViewport?.addEventListener('resize', update)
  visualViewport?.addEventListener('scroll', update)
  return () => {
    cancelAnimationFrame(frame)
    visualViewport?.removeEventListener('resize', update)
    visualViewport?.removeEventListener('scroll', update)
    area = undefined
  }
}
