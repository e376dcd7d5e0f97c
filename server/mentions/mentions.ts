import { MENTIONS_MAX, type Mention } from '../../contract/mentions.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { idsIn, namesIn, textWithIds, textWithNames } from './mention-text.ts'
import * as queries from './queries.ts'

/** So many names of a text are looked up: who writes more mentions nobody in particular. */
const LOOKED_UP_MAX = 3 * MENTIONS_MAX

/**
 * A typed text as it is kept: `@name` of those whom the actor sees and who see the place becomes
 * `<@id>`, ten at most. Whom `former` mentioned stays mentioned, whatever they see by now.
 */
export async function storedText(
  trx: ReadonlyDatabase,
  actorId: Id,
  { scope, text, former = '' }: { scope: queries.MentionScope; text: string; former?: string },
): Promise<string> {
  const keys = namesIn(text).slice(0, LOOKED_UP_MAX)
  if (keys.length === 0) return textWithIds(text, new Map())
  const known = idsIn([former])
  const found = await queries.membersCalled(trx, actorId, { scope, keys, known })
  const byKey = new Map(found.map(({ username_key, id }) => [username_key, id]))
  const mentioned = keys.filter((key) => byKey.has(key)).slice(0, MENTIONS_MAX)
  return textWithIds(text, new Map(mentioned.map((key) => [key, byKey.get(key) ?? 0])))
}

export interface MentionNames {
  read(text: string): string
  of(text: string): Mention[]
}

/** Asks for the names in all of these stored texts at once; nothing where nobody is mentioned. */
export async function readMentions(
  db: ReadonlyDatabase,
  viewerId: Id,
  texts: string[],
): Promise<MentionNames> {
  const ids = idsIn(texts)
  if (ids.length === 0) return NOBODY
  const rows = await queries.namesOf(db, viewerId, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    read: (text) => textWithNames(text, (id) => byId.get(id)?.username),
    of: (text) =>
      idsIn([text]).flatMap((id) => {
        const member = byId.get(id)
        return member?.is_visible === 1 ? [{ _id: String(id), username: member.username }] : []
      }),
  }
}

const NOBODY: MentionNames = { read: (text) => text, of: () => [] }
