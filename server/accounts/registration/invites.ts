import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { mayInvite } from '../../../contract/community.ts'
import type { CommunitySettings } from '../../../contract/community-settings.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import type { Invitation } from '../../../contract/invitation.ts'
import {
  INVITE_DAYS_DEFAULT,
  INVITE_DAYS_MAX,
  type Invite,
  type InviteLink,
  type inviteBody,
  MESSAGES,
  OPEN_INVITES_MAX,
} from '../../../contract/invites.ts'
import { MESSAGES as REGISTRATION_MESSAGES } from '../../../contract/registration.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import { type Id, newId, secretHash } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable, UserRow } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { maySee } from '../../visibility/may-see.ts'
import { lockAccount } from '../lock-account.ts'
import { lockAuthor } from '../lock-queries.ts'
import { presentAuthor } from '../present.ts'
import * as queries from './invite-queries.ts'
import { requireMayInvite } from './who-may-invite.ts'

// Invitations. A place of one is held from the registration on, not from the verification: whoever
// has filled in the form must not hear afterwards that somebody was faster. Who does not verify
// gives the place back, because it is their row that holds it.

/** Until then its maker sees who came by it. */
const ENDED_KEPT_MS = 30 * DAY_MS
const CODE_BYTES = 16

/** Whose invitations they are; the command line names a member, too. */
type Maker = Pick<Actor, 'id' | 'isAdmin'>

/**
 * Makes an invitation. Refuses: 400 an end that is over or too far, and a space it would not lead
 * into; 403 where nobody comes in, or only administrators invite; 409 when they have as many open
 * ones as anybody may have.
 */
export async function makeInvite(
  actor: Maker,
  services: Services,
  input: z.output<typeof inviteBody>,
): Promise<InviteLink> {
  requireMayInvite(await services.community.read(), actor.isAdmin)
  const now = services.clock()
  const expiresAt = endOf(input, now)
  const code = newCode()
  const id = await mutate(services, async ({ trx }) => {
    await lockAccount(trx, actor.id)
    if ((await queries.countOpenInvites(trx, actor.id, now)) >= OPEN_INVITES_MAX)
      throw new HttpError('conflict', MESSAGES.tooManyOpen)
    const { spaceId = null } = input
    if (spaceId !== null && !(await queries.leadsInto(trx, actor.id, spaceId)))
      throw invalid('spaceId', MESSAGES.spaceInvalid)
    const made = newId()
    await queries.insertInvite(trx, {
      id: made,
      code_hash: secretHash(code),
      maker_id: actor.id,
      space_id: spaceId,
      note: input.note,
      uses: input.uses,
      expires_at: expiresAt,
      created_at: now,
    })
    return made
  })
  return linkOf(actor, services, id, code)
}

/** Refuses (400) one that is over or too far. */
function endOf({ until }: Pick<z.output<typeof inviteBody>, 'until'>, now: number): number {
  const end = until === undefined ? now + INVITE_DAYS_DEFAULT * DAY_MS : Date.parse(until)
  if (end <= now || end > now + INVITE_DAYS_MAX * DAY_MS)
    throw invalid('until', MESSAGES.untilInvalid)
  return end
}

/**
 * Gives an invitation another link; the one before works no longer. Refuses: 404 another's, 403 as
 * above.
 */
export async function renewInviteLink(
  actor: Maker,
  services: Services,
  id: Id,
): Promise<InviteLink> {
  requireMayInvite(await services.community.read(), actor.isAdmin)
  const code = newCode()
  if (!(await queries.updateCode(services.db, { id, makerId: actor.id }, secretHash(code))))
    throw new HttpError('not_found', MESSAGES.missing)
  return linkOf(actor, services, id, code)
}

async function linkOf(actor: Maker, services: Services, id: Id, code: string): Promise<InviteLink> {
  const row = await queries.inviteOf(services.db, actor.id, id)
  if (!row) throw new HttpError('not_found', MESSAGES.missing)
  const invite = await withMembers(actor, services, row)
  return { invite, url: `${services.publicUrl}/join/${code}` }
}

export async function readInvites(actor: Maker, services: Services): Promise<Invite[]> {
  const rows = await queries.invitesOf(services.db, actor.id, services.clock())
  const isResting = !mayInvite(await services.community.read(), actor.isAdmin)
  return Promise.all(rows.map((row) => withMembers(actor, services, row, isResting)))
}

async function withMembers(
  actor: Maker,
  services: Services,
  row: queries.InviteRow,
  isResting = false,
) {
  const came = row.joined_count > 0
  const members = came ? await queries.membersBy(services.db, actor.id, row.id) : []
  return presentInvite(services, row, members, isResting)
}

function presentInvite(
  { images, clock }: Services,
  row: queries.InviteRow,
  members: Awaited<ReturnType<typeof queries.membersBy>>,
  isResting: boolean,
): Invite {
  const waitingCount = Number(row.waiting_count)
  const hasPlace = row.uses === null || row.joined_count + waitingCount < row.uses
  const isOver = !hasPlace || row.expires_at <= clock()
  return {
    _id: String(row.id),
    uses: row.uses,
    joinedCount: row.joined_count,
    waitingCount,
    note: row.note,
    space: spaceOf(row),
    until: isoTimestamp(row.expires_at),
    isOpen: !isOver && !isResting,
    isResting: !isOver && isResting,
    createdAt: isoTimestamp(row.created_at),
    members: members.map((member) => presentAuthor(images, member.id, member)),
  }
}

function spaceOf({ space_id, space }: { space_id: Id | null; space: string | null }) {
  return space_id === null || space === null ? null : { _id: String(space_id), name: space }
}

/** Ends an invitation; who registered with it stays. Refuses (404) another's. */
export async function deleteInvite(actor: Maker, services: Services, id: Id): Promise<void> {
  if (!(await queries.deleteInvite(services.db, { id, makerId: actor.id })))
    throw new HttpError('not_found', MESSAGES.missing)
}

/**
 * Who invites by this code, and to where, while that would let them in; for a member also who that
 * is, where no block keeps the two apart. Refuses (404) one by which nobody can register any more.
 */
export async function readInvitation(
  viewer: Pick<Actor, 'id'> | null,
  services: Services,
  code: string,
): Promise<Invitation> {
  const { db, clock, community } = services
  const settings = await community.read()
  const found = await findUsable(db, settings, code, clock())
  if (!found || !(await hasPlace(db, found)))
    throw new HttpError('not_found', REGISTRATION_MESSAGES.invitationEnded)
  const isSeen = viewer !== null && (await maySee(db, viewer.id, 'member', found.maker_id))
  return {
    inviter: found.username,
    inviterId: isSeen ? String(found.maker_id) : null,
    space: spaceOf(found),
    until: isoTimestamp(found.expires_at),
  }
}

/** The invitation of this code, as long as people come in and its maker may invite. */
async function findUsable(db: Queryable, settings: CommunitySettings, code: string, now: number) {
  const found = await queries.findByCode(db, secretHash(code), now)
  return found && mayInvite(settings, found.is_admin === 1) ? found : undefined
}

export type Invited = Pick<UserRow, 'invite_id' | 'invited_by'>

/** Within the caller's mutation. Refuses (400) a code by which nobody can register any more. */
export async function takeInvitePlace(
  { clock }: Pick<Services, 'clock'>,
  trx: Queryable,
  settings: CommunitySettings,
  code: string,
): Promise<Invited> {
  const found = await findUsable(trx, settings, code, clock())
  // The maker first, as everywhere, and their account cannot be deleted meanwhile.
  const maker = found && (await lockAuthor(trx, found.maker_id))
  const invite = maker && (await queries.lockInvite(trx, found.id))
  if (!invite || !(await hasPlace(trx, invite)))
    throw invalid('invite', REGISTRATION_MESSAGES.invitationEnded)
  return { invite_id: invite.id, invited_by: found.maker_id }
}

async function hasPlace(
  db: Queryable,
  { id, uses, joined_count }: { id: Id; uses: number | null; joined_count: number },
) {
  if (uses === null) return true
  return joined_count + (await queries.countWaiting(db, id)) < uses
}

export async function countInvited(trx: Queryable, { invite_id }: Invited): Promise<Id | null> {
  if (invite_id === null) return null
  return (await queries.countJoined(trx, invite_id))?.space_id ?? null
}

/**
 * Whether an invitation of this member lets who comes by it into the space, while there is room.
 */
export function leadsInto(trx: Queryable, makerId: Id, spaceId: Id): Promise<boolean> {
  return queries.leadsInto(trx, makerId, spaceId)
}

export function clearSomeInviters(trx: Queryable, memberId: Id): Promise<boolean> {
  return queries.clearSomeInvitedBy(trx, memberId)
}

/** Removes invitations that ended a month ago; one without an end is its maker's to end. */
export async function deleteEndedInvites({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await queries.deleteEndedInvites(db, clock() - ENDED_KEPT_MS)
}

function newCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url')
}
