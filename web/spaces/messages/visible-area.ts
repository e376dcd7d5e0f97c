import { useSyncExternalStore } from 'react'

const PHONE = '(width < 40rem)'

/**
 * Where the screen of a phone is not covered by its keyboard, as a style; nothing elsewhere, and
 * where the browser does not say. `dvh` alone knows nothing of the keyboard.
 */
export function useVisibleArea(): { top: number; height: number } | undefined {
  const area = useSyncExternalStore(subscribe, readArea)
  if (area === '') return undefined
  const [top = 0, height = 0] = area.split(' ').map(Number)
  return { top, height }
}

function readArea(): string {
  const { visualViewport } = window
  if (!visualViewport || !window.matchMedia(PHONE).matches) return ''
  return `${visualViewport.offsetTop} ${visualViewport.height}`
}

function subscribe(listener: () => void): () => void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', listener)
  visualViewport?.addEventListener('scroll', listener)
  return () => {
    visualViewport?.removeEventListener('resize', listener)
    visualViewport?.removeEventListener('scroll', listener)
  }
}
