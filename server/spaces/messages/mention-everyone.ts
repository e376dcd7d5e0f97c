import { HOUR_MS } from '../../../contract/durations.ts'
import { MESSAGES } from '../../../contract/mentions.ts'
import { idsIn } from '../../mentions/mention-text.ts'
import { notify } from '../../notifications/notify.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Mutation, Services } from '../../services.ts'
import * as queries from './mention-everyone-queries.ts'

const EVERY_MS = HOUR_MS

interface Call {
  messageId: Id
  senderId: Id
  space: { id: Id; name: string }
  /**
   * As it is kept. Whom it mentions by name, and whose message it answers, is told of that alone.
   */
  content: string
  repliedTo: Id | null
}

/** Not who muted it. Refuses (409) a second time in an hour. The caller has locked the space. */
export async function mentionEveryone(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { messageId, senderId, space, content, repliedTo }: Call,
): Promise<void> {
  const now = services.clock()
  const call = { spaceId: space.id, now, notSince: now - EVERY_MS }
  if (!(await queries.takeCall(mutation.trx, call)))
    throw new HttpError('conflict', MESSAGES.hereSpent)
  const toldAlready = new Set<Id | null>([...idsIn([content]), repliedTo])
  const memberIds = await queries.unmutedMemberIds(mutation.trx, space.id, now)
  const params = { spaceName: space.name }
  const notification = {
    kind: 'space_here',
    params,
    senderId,
    messageId,
    spaceId: space.id,
  } as const
  for (const to of memberIds)
    if (!toldAlready.has(to)) await notify(services, mutation, { ...notification, to })
}
