import { finished, type Writable } from 'node:stream'
import { HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { countUnderWay } from '../platform/concurrency/count-under-way.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { cached } from '../platform/safe-fetch/cache.ts'
import { SafeFetchError } from '../platform/safe-fetch/safe-fetch.ts'
import type { Actor, Services } from '../services.ts'
import { readSpace } from './read-spaces.ts'

// The sound of a space lies somewhere on the internet. Members never fetch it from there, which
// would tell a stranger's host who listens: we do, and hand the bytes on as nothing but bytes.

const SOUND_WITHIN_MS = 10_000
const SOUND_MAX_BYTES = 8 * 1024 * 1024
/** Those that are heard now, so that a roomful of listeners costs one fetch. */
const SOUNDS_KEPT = 8
const KEPT_MS = HOUR_MS
/** Of one member, until they have taken them: each is in memory for so long. */
const AT_ONCE_MAX = 2
const RETRY_AFTER_SECONDS = 5

type Dependencies = Pick<Services, 'db' | 'images' | 'safeFetch' | 'clock'>

/**
 * Reads the sound of a space whose address the actor may know. Refuses (404) a space that is not
 * there, one without a sound for the actor, and a sound that cannot be had: within ten seconds, at
 * most 8 MiB, of an `audio` type; and (429) who has not taken others yet that they asked for.
 * `answer` is what it goes out by.
 */
export function createSounds(services: Dependencies) {
  const soundAt = cached({ clock: services.clock, max: SOUNDS_KEPT, ttlMs: () => KEPT_MS }, (url) =>
    services.safeFetch.get(url, {
      timeoutMs: SOUND_WITHIN_MS,
      maxBytes: SOUND_MAX_BYTES,
      accept: 'audio/*',
    }),
  )
  const begin = countUnderWay<Id>(AT_ONCE_MAX, tooManyAtOnce)
  return async (actor: Actor, spaceId: Id, answer: Writable): Promise<Buffer> => {
    const { sound } = await readSpace(actor, services, spaceId)
    try {
      if (sound.url !== '') {
        finished(answer, begin(actor.id))
        return await soundAt(sound.url)
      }
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error
    }
    throw new HttpError('not_found', MESSAGES.soundMissing)
  }
}

function tooManyAtOnce() {
  return new HttpError('too_many_requests', MESSAGES.soundsAtOnce, {
    retryAfter: RETRY_AFTER_SECONDS,
  })
}
