import { MESSAGES } from '../../../contract/archive.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { requireConfirmation } from '../../accounts/confirmation.ts'
import { hasSession, nameOfSession } from '../../accounts/own-sessions.ts'
import { findSuspended } from '../../accounts/suspended-member.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { ownCookie } from '../../platform/http/own-cookie.ts'
import { type Id, newSecret } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import { nameOfSuspended } from '../suspended/suspended-pass.ts'

// A download is no call of the client: it can send no token. So the owner is handed a link that is
// signed for their session and a cookie of this one browser. Neither opens anything without the
// other, nor once the session has ended. Who is suspended has none: the name of their password's
// hash stands in its place.

const COOKIE = 'snug_archive'
const LINK_MS = HOUR_MS
const PATH = '/api/users/archives'
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})[.]([\\w-]{43})(?:;|$)`)

type Dependencies = Pick<Services, 'db' | 'clock' | 'publicUrl' | 'archiveSignatures'>

/**
 * A link to the actor's archive, and the cookie that has to come with it. Refuses (404) without
 * one.
 */
export async function makeArchiveLink(
  actor: Actor,
  services: Dependencies,
): Promise<{ url: string; cookie: string }> {
  await requireConfirmation(actor, services)
  return linkFor(services, actor.id, nameOfSession(actor.sessionId))
}

/** As `makeArchiveLink`, for a member who is known by this name in place of a session's. */
export async function linkFor(
  { db, clock, publicUrl, archiveSignatures }: Dependencies,
  memberId: Id,
  session: string,
): Promise<{ url: string; cookie: string }> {
  const row = await queries.latestMadeArchive(db, memberId, clock())
  if (!row) throw new HttpError('not_found', MESSAGES.gone)
  const [expires, browser] = [String(clock() + LINK_MS), newSecret()]
  const signature = archiveSignatures.sign(signed(row, { session, browser, expires }))
  const value = `${session}.${browser}`
  return {
    url: `${PATH}/${row.id}?expires=${expires}&signature=${signature}`,
    cookie: ownCookie(
      { name: COOKIE, value, path: PATH, maxAgeSeconds: LINK_MS / 1_000 },
      publicUrl,
    ),
  }
}

/** The archive behind a link; refuses (403) whoever is not its owner's browser, signed in. */
export async function openArchiveLink(
  services: Dependencies,
  id: Id,
  { expires, signature }: { expires: string; signature: string },
  cookie: string | undefined,
): Promise<queries.ArchiveFileRow> {
  const { db, clock, archiveSignatures } = services
  const [, session = '', browser = ''] = VALUE.exec(cookie ?? '') ?? []
  const row = await queries.findArchive(db, id, clock())
  const text = signed({ id, user_id: row?.user_id ?? 0 }, { session, browser, expires })
  const isOpen =
    row !== undefined &&
    archiveSignatures.isRight(text, signature) &&
    Number(expires) > clock() &&
    (await isOwners(services, row.user_id, session))
  if (!isOpen) throw new HttpError('forbidden', MESSAGES.linkInvalid)
  return row
}

/** Whether a session of the owner's has this name, or they by themself while they are suspended. */
async function isOwners(services: Dependencies, ownerId: Id, name: string): Promise<boolean> {
  if (await hasSession(services, ownerId, name)) return true
  const suspended = await findSuspended(services.db, ownerId)
  return suspended !== undefined && nameOfSuspended(services.archiveSignatures, suspended) === name
}

function signed(
  { id, user_id }: { id: Id; user_id: Id },
  { session, browser, expires }: { session: string; browser: string; expires: string },
): string {
  return `${id} ${user_id} ${session} ${browser} ${expires}`
}
