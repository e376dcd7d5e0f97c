import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MS } from '../../contract/durations.ts'
import { MESSAGES, type MusicPreview, musicPageOf, musicPieceOf } from '../../contract/profile.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { cached } from '../platform/safe-fetch/cache.ts'
import { parsedOrUndefined } from '../platform/safe-parse.ts'
import type { Services } from '../services.ts'

// What a music link leads to, in a few words and a small picture. The address that is called is
// made here from the kind and the id in the link; of the site's answer only plain text is used,
// and its picture is decoded like any upload and handed on as our own.

const OEMBED = 'https://open.spotify.com/oembed'
const COVER_HOSTS = ['.scdn.co', '.spotifycdn.com']
const ANSWER_WITHIN_MS = 3_000
const ANSWER_MAX_BYTES = 256 * 1024
/** With the decoding, which may have to wait for uploads. */
const COVER_WITHIN_MS = 5_000
const PREVIEWS_KEPT = 500
const KEPT_MS = DAY_MS
const FAILURE_KEPT_MS = 5 * 60_000
const TEXT_MAX = 300

const line = z.string().transform((text) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX),
)
const oembed = z.object({
  title: line.pipe(z.string().min(1)),
  author_name: line.catch(''),
  thumbnail_url: z.string().catch(''),
})

type Dependencies = Pick<Services, 'safeFetch' | 'decoder' | 'clock'>

/** Refuses (404) a link that leads to none. Texts are empty where the site says nothing of use. */
export function createMusicPreviews(
  services: Dependencies,
): (link: string) => Promise<MusicPreview> {
  const ttlMs = (preview: MusicPreview | null) => (preview ? KEPT_MS : FAILURE_KEPT_MS)
  const previewOf = cached({ clock: services.clock, max: PREVIEWS_KEPT, ttlMs }, (page) =>
    askSite(services, page),
  )
  return async (link) => {
    const piece = musicPieceOf(link)
    if (!piece) throw new HttpError('not_found', MESSAGES.musicMissing)
    const url = musicPageOf(piece)
    const preview = await previewOf(url)
    return preview ?? { title: '', artist: '', owner: '', url, image: null }
  }
}

async function askSite(services: Dependencies, page: string): Promise<MusicPreview | null> {
  const asked = {
    timeoutMs: ANSWER_WITHIN_MS,
    maxBytes: ANSWER_MAX_BYTES,
    accept: 'application/json',
  }
  const body = await services.safeFetch
    .get(`${OEMBED}?url=${encodeURIComponent(page)}`, asked)
    .catch(() => null)
  const said = body && parsedOrUndefined(oembed, jsonIn(body))
  if (!said) return null
  return {
    title: said.title,
    // Who made it, whether that is a band or the keeper of a playlist: the site says no more.
    artist: said.author_name,
    owner: said.author_name,
    url: page,
    image: await coverWithinTime(services, said.thumbnail_url),
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function coverWithinTime(services: Dependencies, url: string): Promise<string | null> {
  const cover = readCover(services, url).catch(() => null)
  return Promise.race([cover, wait(COVER_WITHIN_MS, null, { ref: false })])
}

async function readCover(
  { safeFetch, decoder }: Dependencies,
  url: string,
): Promise<string | null> {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (!COVER_HOSTS.some((ending) => host.endsWith(ending))) return null
  const asked = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_MAX_BYTES, accept: 'image/*' }
  const { variants } = await decoder.decode(await safeFetch.get(url, asked), 'photo')
  const [smallest] = variants
  return smallest ? `data:image/webp;base64,${smallest.bytes.toString('base64')}` : null
}
