import { idsIn } from '../mentions/mention-text.ts'
import { notify } from '../notifications/notify.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { insertMentions } from './mention-queries.ts'

interface Mentioning {
  messageId: Id
  senderId: Id
  space: { id: Id; name: string; kind: 'space' | 'direct' }
  /** As it is kept. */
  content: string
}

/**
 * Keeps who is mentioned in a message, and tells whom it did not mention before. Of a conversation
 * nobody is told: it has a count of its own.
 */
export async function tellMentioned(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { messageId, senderId, space, content }: Mentioning,
) {
  const added = await insertMentions(mutation.trx, messageId, idsIn([content]))
  if (space.kind === 'direct') return
  const news = { kind: 'space_mention', params: { spaceName: space.name } } as const
  for (const to of added)
    await notify(services, mutation, { ...news, to, senderId, spaceId: space.id })
}
