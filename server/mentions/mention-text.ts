import { splitLinks } from '../../contract/links.ts'
import { DELETED_NAME, replaceNames } from '../../contract/mentions.ts'
import { keyOf } from '../accounts/name-key.ts'
import type { Id } from '../platform/ids.ts'

// A stored text holds `<@id>` where somebody is mentioned. What looks so but was typed gets a
// character that is not seen between, so that nothing typed is ever taken for a mention.

const ID = /<@([1-9][0-9]{0,15})>/g
const WORD_JOINER = '\u2060'
const DELETED = new RegExp(`@${DELETED_NAME}(?![A-Za-z0-9_])`, 'g')

/** But what stands for who is gone, whoever is called so. */
export function namesIn(text: string): string[] {
  const keys = new Set<string>()
  if (!text.includes('@')) return []
  replaceNamesInWords(text, (name) => {
    keys.add(keyOf(name))
    return ''
  })
  keys.delete(DELETED_NAME)
  return [...keys]
}

/** What stands in an address is a part of it: it leads where it led, whatever anybody is called. */
function replaceNamesInWords(text: string, replacement: (name: string) => string): string {
  return splitLinks(text)
    .map((piece) => (piece.href === undefined ? replaceNames(piece.text, replacement) : piece.text))
    .join('')
}

/** A typed text as it is kept; names that are nobody's here stay words. */
export function textWithIds(text: string, ids: ReadonlyMap<string, Id>): string {
  if (!text.includes('@')) return text
  const typed = text.replaceAll(ID, `<${WORD_JOINER}@$1>`)
  return replaceNamesInWords(typed, (name) => {
    const id = ids.get(keyOf(name))
    return id === undefined ? `@${name}` : `<@${id}>`
  })
}

/** Whether a stored text mentions anybody; now and then where it only looks so. */
export function hasMentions(text: string): boolean {
  return text.includes('<@')
}

/** Who is mentioned has other names at other times, and one when deleted: a text without them. */
export function withoutMentions(text: string): string {
  return text.includes('@') ? text.replaceAll(ID, ' ').replaceAll(DELETED, ' ') : text
}

export function idsIn(texts: Iterable<string>): Id[] {
  const ids = new Set<Id>()
  for (const text of texts)
    if (hasMentions(text)) for (const [, id] of text.matchAll(ID)) ids.add(Number(id))
  return [...ids]
}

/**
 * The beginning of a stored text, as many characters as were read, without a mention cut in two.
 */
export function withoutCutMention(text: string, characters: number): string {
  return Array.from(text).length < characters ? text : text.replace(/<@?\d*$/, '')
}

export function oneLine(text: string, max: number): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim())
  if (characters.length <= max) return characters.join('')
  return `${characters.slice(0, max).join('').trimEnd()}…`
}

export function textWithNames(text: string, nameOf: (id: Id) => string | undefined): string {
  if (!hasMentions(text)) return text
  return text.replaceAll(ID, (_, id: string) => `@${nameOf(Number(id)) ?? DELETED_NAME}`)
}
