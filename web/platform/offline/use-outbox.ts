import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Fate, type Letter, outbox } from './outbox.ts'

/** What waits at this place (a query's key), or all there is, oldest first. */
export function useLetters(place: readonly string[] = []): Letter[] {
  const letters = useSyncExternalStore(outbox.subscribe, outbox.letters)
  return letters.filter((letter) => place.every((part, index) => letter.place[index] === part))
}

/** Told what becomes of every letter; a letter stays in sight until the promise is kept. */
export function useFates(handler: (fate: Fate) => unknown): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => outbox.hear((fate) => latest.current(fate)), [])
}
