import type { Author } from '../../contract/author.ts'
import { MESSAGES, type MemberProfile, type MutualFriends } from '../../contract/profile.ts'
import { presentAuthor } from '../accounts/present.ts'
import { relationshipOf } from '../friends/relationship.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { readImages } from './member-images.ts'
import { presentProfile } from './present.ts'
import * as queries from './queries.ts'
import { squadOf } from './squad.ts'

/** A member's card, with how they stand to the actor. Refuses (404) a member who is not there. */
export async function readProfile(
  actor: Actor,
  services: Services,
  memberId: Id,
): Promise<MemberProfile> {
  const member = await queries.findMember(services.db, actor.id, memberId)
  if (!member) throw new HttpError('not_found', MESSAGES.memberMissing)
  const squad = await squadOf(actor, services, services.db, memberId)
  const relationship = await relationshipOf(services.db, actor.id, memberId)
  const invitedBy = await inviterOf(actor, services, member)
  return {
    ...presentProfile(services, member, squad, relationship),
    invitedBy,
    mutualFriends: await mutualFriendsOf(actor, services, memberId),
    images: await readImages(actor, services, memberId),
  }
}

/** Whom both know, as far as the actor may see them. */
async function mutualFriendsOf(
  actor: Actor,
  { db, images }: Services,
  memberId: Id,
): Promise<MutualFriends> {
  if (actor.id === memberId) return { count: 0, named: [] }
  const found = await queries.mutualFriends(db, { viewer: actor.id, member: memberId })
  return {
    count: Number(found[0]?.count ?? 0),
    named: found.map((row) => presentAuthor(images, row.id, row)),
  }
}

/** Who invited the member: for the two of them and administrators to know. */
async function inviterOf(
  actor: Actor,
  { db, images }: Services,
  { id, invited_by }: queries.MemberRow,
): Promise<Author | null> {
  const mayKnow = actor.isAdmin || actor.id === id || actor.id === invited_by
  if (invited_by === null || !mayKnow) return null
  const inviter = await queries.findAuthor(db, actor.id, invited_by)
  return inviter ? presentAuthor(images, inviter.id, inviter) : null
}
