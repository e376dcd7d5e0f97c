import { z } from 'zod'

const NOTHING_THERE = 'This link does not lead to anything.'

/** The id of anything, a text of digits: to a client it means nothing but itself. */
export const id = z.string().regex(/^[1-9][0-9]{0,15}$/, NOTHING_THERE)

/** An id in a request, as the server works with it: a safe integer. */
export const parsedId = id.transform(Number).refine(Number.isSafeInteger, NOTHING_THERE)

/** Up to so many ids in a request, joined by commas, as the server works with them. */
export function parsedIds(max: number, sentence: string) {
  return z
    .string(sentence)
    .max(max * 17, sentence)
    .regex(/^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15})*$/, sentence)
    .transform((ids) => ids.split(',').map(Number))
    .refine((ids) => ids.length <= max && ids.every(Number.isSafeInteger), sentence)
}

/** A moment on the wire: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** In code points, so an emoji of the astral planes is one; the same on client and server. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** NUL cannot be stored by PostgreSQL and means nothing in a text. */
export function hasNul(text: string): boolean {
  return text.includes('\u0000')
}

/** White space around a text is not counted, but there is an end to it. */
const SPACE_AROUND_MAX = 1_000

/**
 * The most characters that can become so many: a line end as Windows writes it is two. Looked at
 * first, so that nothing longer is ever worked on.
 */
function mostTyped(characters: number): number {
  return 2 * characters + SPACE_AROUND_MAX
}

/** Line ends are made alike and white space around it is cut; blank and over-long is refused. */
export function typedText(
  max: number,
  sentences: { blank?: string; missing?: string; long: string },
) {
  const kept = z
    .string(sentences.missing ?? sentences.blank)
    .max(mostTyped(max), sentences.long)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine(
      (text) => !hasNul(text) && text.isWellFormed(),
      'This text holds a character we cannot keep.',
    )
    .refine((text) => characterCount(text) <= max, sentences.long)
  const { blank } = sentences
  if (blank === undefined) return kept.meta({ maxLength: max })
  return kept.refine((text) => text !== '', blank).meta({ minLength: 1, maxLength: max })
}

/**
 * A name stands in one line among other words: nothing in it ends the line, turns the words around
 * it, or cannot be seen. What joins letters and emoji stays.
 */
export function isOneLine(name: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name)
}

/** An https address without a name or password in it: the only kind that is taken anywhere. */
export function isPlainHttps(link: string): boolean {
  // The parser would quietly drop these.
  if (/\s/.test(link) || hasNul(link) || !URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return protocol === 'https:' && username === '' && password === ''
}
