import type { Clock } from '../clock.ts'

/**
 * Asks once in `ms` at most; what fails is asked again. Who asks meanwhile gets the same answer.
 */
export function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | undefined
  return () => {
    if (answer && performance.now() - askedAt < ms) return answer
    askedAt = performance.now()
    const asked = ask()
    answer = asked
    asked.catch(() => {
      if (answer === asked) answer = undefined
    })
    return asked
  }
}

/**
 * Answers at once with what is known, null at first, and asks anew beside it once in `ms` at most.
 * What fails leaves what is known, and is asked again when its time has come.
 */
export function staleWhileRevalidate<T>(
  ms: number,
  clock: Clock,
  ask: () => Promise<T>,
): () => T | null {
  let known: T | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (clock() - askedAt >= ms) {
      askedAt = clock()
      ask().then(
        (answer) => {
          known = answer
        },
        () => {},
      )
    }
    return known
  }
}
