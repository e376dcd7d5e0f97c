// What `public/boot.js` asked the server for before this code had come.

interface PreloadedResponses {
  /** Whose answers they are. */
  token: string
  askedAt: number
  /** By path without `/api`; undefined where no answer came. */
  answers: Map<string, Promise<Response | undefined>>
}

declare global {
  interface Window {
    preloadedResponses?: PreloadedResponses
  }
}

/** From then on an answer may be outdated. So long `public/boot.js` waits for all of it. */
const FRESH_FOR_MS = 30_000

/** Copies the first answer whose path begins so; undefined where refused. Before any is taken. */
export function copyPreloadedResponse(beginning: string): Promise<unknown> | undefined {
  const asked = [...(window.preloadedResponses?.answers ?? [])]
  const [, answer] = asked.find(([path]) => path.startsWith(beginning)) ?? []
  return answer?.then((response) => (response?.ok ? response.clone().json() : undefined))
}

/**
 * When (epoch ms) what came now was asked for, at the earliest; `timeoutMs`: how long is waited.
 */
export function earliestRequestTime(cameAt: number, timeoutMs: number): number {
  const pageOpenedAt = Date.now() - performance.now()
  const isEarly = cameAt - pageOpenedAt < FRESH_FOR_MS + timeoutMs
  return isEarly ? pageOpenedAt : cameAt - timeoutMs
}

/** Whatever this page writes may change what it would be answered now. */
export function dropPreloadedResponses(): void {
  window.preloadedResponses?.answers.clear()
}

/**
 * The answer to a first GET of the page. Each is handed on once, and only for the same session; no
 * refusal, which may have ended meanwhile: somebody was let in, say. `signal`: of this request
 * alone.
 */
export function takePreloadedResponse(
  path: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const early = window.preloadedResponses
  const answer = early?.answers.get(path)
  if (!early || !answer) return undefined
  early.answers.delete(path)
  if (early.token !== token || performance.now() - early.askedAt > FRESH_FOR_MS) return undefined
  const { promise: given, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', reject)
  return Promise.race([answer.then(unlessRefused), given])
}

function unlessRefused(response: Response | undefined): Response | undefined {
  return response?.ok ? response : undefined
}
