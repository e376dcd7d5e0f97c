import { z } from 'zod'
import { DAY_MS } from '../../contract/durations.ts'
import product from '../../package.json' with { type: 'json' }
import { staleWhileRevalidate } from '../platform/concurrency/timed-cache.ts'
import type { Services } from '../services.ts'

// Whether there is a newer Snug, where the operator named an address that says so. It is asked only
// because an administrator looks, once a day at most, and beside what they are answered.

const KEPT_MS = DAY_MS
const ANSWER_WITHIN_MS = 3_000
const ANSWER_MAX_BYTES = 16 * 1024

const VERSION = /^(\d{1,4})[.](\d{1,4})[.](\d{1,4})$/
const said = z.object({ version: z.string().regex(VERSION) })

/** The newer version that is known now; null where there is none, or nobody is asked. */
export function createNewestVersion(
  feed: string | null,
  { safeFetch, clock }: Pick<Services, 'safeFetch' | 'clock'>,
): () => string | null {
  if (feed === null) return () => null
  // What cannot be had is as if nothing were new.
  return staleWhileRevalidate(KEPT_MS, clock, async () => {
    const asked = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_MAX_BYTES }
    const body = await safeFetch.get(feed, { ...asked, accept: 'application/json' })
    const { version } = said.parse(JSON.parse(body.toString()))
    return isNewer(version, product.version) ? version : null
  })
}

function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => VERSION.exec(text)?.slice(1).map(Number) ?? [0, 0, 0]
  const [ours, theirs] = [numbers(than), numbers(version)]
  const at = theirs.findIndex((number, index) => number !== ours[index])
  return at !== -1 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}
