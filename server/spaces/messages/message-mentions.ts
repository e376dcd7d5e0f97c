import { idsIn } from '../../mentions/mention-text.ts'
import { notify } from '../../notifications/notify.ts'
import type { Id } from '../../platform/ids.ts'
import type { Mutation, Services } from '../../services.ts'
import { isMember } from '../queries.ts'
import { insertMentions } from './mention-queries.ts'

interface Mentioning {
  messageId: Id
  senderId: Id
  space: { id: Id; name: string; kind: 'space' | 'direct' }
  /** As it is kept. */
  content: string
  /** Whose message it answers: told of that alone. */
  repliedTo?: Id | null
}

/**
 * Tells whose message was answered, while they are in the space; of a conversation nobody, as
 * below.
 */
export async function notifyRepliedTo(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { messageId, senderId, space, repliedTo }: Omit<Mentioning, 'content'>,
) {
  if (space.kind === 'direct' || !repliedTo) return
  if (!(await isMember(mutation.trx, { spaceId: space.id, userId: repliedTo }))) return
  const params = { spaceName: space.name }
  const notification = {
    kind: 'space_reply',
    params,
    senderId,
    messageId,
    spaceId: space.id,
  } as const
  await notify(services, mutation, { ...notification, to: repliedTo })
}

/** Tells whom it did not mention before. Of a conversation nobody: that has its own count. */
export async function notifyMentioned(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { messageId, senderId, space, content, repliedTo }: Mentioning,
) {
  const added = await insertMentions(mutation.trx, messageId, idsIn([content]))
  if (space.kind === 'direct') return
  const params = { spaceName: space.name }
  const notification = {
    kind: 'space_mention',
    params,
    senderId,
    messageId,
    spaceId: space.id,
  } as const
  for (const to of added)
    if (to !== repliedTo) await notify(services, mutation, { ...notification, to })
}
