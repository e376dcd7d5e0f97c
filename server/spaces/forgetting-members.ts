import type { SpaceMessage } from '../../contract/spaces.ts'
import type { Changing, Services } from '../services.ts'
import { announceRequests, announceSpace } from './announcing.ts'
import * as forgettingQueries from './forgetting-queries.ts'
import { deleteHeldSpace, passSpace } from './managing.ts'
import { presentMark } from './present.ts'

/** So many deleted messages are told one by one; of more, the change of the space tells. */
const MARKS_TOLD_MAX = 200

/**
 * An account is deleted. The spaces they run pass to whoever has been there longest, or go when
 * nobody is left; what they said becomes marks without a sender, so that no order has holes; all
 * else of theirs goes.
 */
export async function forgetMemberOfSpaces(
  services: Pick<Services, 'clock' | 'images'>,
  changing: Changing,
  memberId: string,
) {
  const { trx } = changing
  const spaces = await forgettingQueries.lockSpacesOf(trx, memberId)
  if (spaces.length === 0) return
  const heirs = await passSpacesOn(services, changing, spaces, memberId)
  await forgetWordsOf(changing, memberId)
  const left = new Set(await forgettingQueries.deleteMemberships(trx, memberId))
  const waitingAt = new Set(await forgettingQueries.deleteRequestsOf(trx, memberId))
  for (const { id, admin_id } of spaces) {
    if (left.has(id) && (admin_id !== memberId || heirs.has(id))) announceSpace(changing, id)
    if (waitingAt.has(id)) announceRequests(changing, id, [admin_id])
  }
}

interface Held {
  id: string
  name: string
  admin_id: string
}

/** Returns the spaces that passed to somebody. */
async function passSpacesOn(
  services: Pick<Services, 'clock' | 'images'>,
  changing: Changing,
  spaces: Held[],
  memberId: string,
): Promise<Set<string>> {
  const inLine = await forgettingQueries.heirsOf(changing.trx, memberId)
  const heirs = new Map(inLine.map((heir) => [heir.space_id, heir.user_id]))
  for (const space of spaces.filter(({ admin_id }) => admin_id === memberId)) {
    const to = heirs.get(space.id)
    if (to) await passSpace(services, changing, space, { from: null, to })
    else await deleteHeldSpace(services, changing, space.id)
  }
  return new Set(heirs.keys())
}

/** The deletion of the newest messages is told at once; `?after` tells of all. */
async function forgetWordsOf(changing: Changing, memberId: string) {
  const { trx } = changing
  const newest = await forgettingQueries.newestMessageIdsOf(trx, memberId, MARKS_TOLD_MAX)
  const changed = await forgettingQueries.numberChangesOf(trx, memberId)
  await forgettingQueries.emptyMessagesOf(trx, memberId)
  for (const mark of await forgettingQueries.findMarks(trx, newest))
    announceMark(changing, mark.space_id, presentMark(mark))
  for (const spaceId of changed) announceSpace(changing, spaceId)
}

function announceMark({ announce }: Changing, spaceId: string, message: SpaceMessage) {
  announce({
    kind: 'event',
    topics: [`space:${spaceId}`],
    event: { type: 'message_changed', spaceId, message },
  })
}
