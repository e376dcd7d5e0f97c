import { idsIn } from '../../mentions/mention-text.ts'
import { notify } from '../../notifications/notify.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import * as queries from './mention-queries.ts'

interface Mentioning {
  place: queries.MentionPlace
  /** As it is kept. */
  text: string
  /** Who hears of it already, by what it is. */
  told?: (Id | null | undefined)[]
}

/** Keeps who is mentioned, and tells whom this text did not mention before. */
export async function notifyMentioned(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { place, text, told = [] }: Mentioning,
) {
  const added = await queries.insertMentions(mutation.trx, place, idsIn([text]))
  const notification = { kind: 'mention', senderId: actor.id, ...place } as const
  for (const to of added)
    if (!told.includes(to)) await notify(services, mutation, { ...notification, to })
}

export async function saveMentions(trx: Queryable, place: queries.MentionPlace, texts: string[]) {
  const members = await queries.findMembers(trx, idsIn(texts))
  await queries.insertMentions(trx, place, members)
}
