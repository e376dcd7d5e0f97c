import { MESSAGES, type MemberProfile } from '../../contract/profile.ts'
import { relationshipOf } from '../friends/relationship.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
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
  return presentProfile(
    services,
    member,
    squad,
    await relationshipOf(services.db, actor.id, memberId),
  )
}
