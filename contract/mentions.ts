import { z } from 'zod'
import { id } from './text.ts'

// What is typed and read is `@name`; the server keeps who that is, so that a new name follows.

/** In one text; more stay plain words. */
export const MENTIONS_MAX = 10
/** Stands for whose account was deleted. */
export const DELETED_NAME = 'deleted'

export const MESSAGES = {
  mentioned: (name: string) => `${name} mentioned you`,
  repliedIn: (name: string, space: string) => `${name} replied to you in ${space}`,
  calledHere: (name: string, space: string) => `${name} called everybody in ${space}`,
  hereSpent: 'Everybody was called less than an hour ago. Leave @here out, or try again later.',
  mentionedIn: (name: string, space: string) => `${name} mentioned you in ${space}`,
} as const

/** `@name` where no word, address or mail goes before it. */
const NAME = /(?<![\p{L}\p{N}_@/.<])@([A-Za-z0-9_]{3,19})(?![A-Za-z0-9_])/gu

/** Of a space's admin, it tells everybody in the space. So nobody is called so. */
const HERE = /(?<![\p{L}\p{N}_@/.<])@here(?![A-Za-z0-9_])/iu

export function mentionsHere(text: string): boolean {
  return HERE.test(text)
}

const BEGUN = /(?<![\p{L}\p{N}_@/.<])@([A-Za-z0-9_]{0,19})$/u

export function replaceNames(
  text: string,
  replacement: (name: string, start: number) => string,
): string {
  return text.replaceAll(NAME, (_, name: string, start: number) => replacement(name, start))
}

/** The beginning of a name right before the place where one writes, and where its @ stands. */
export function nameBegunIn(before: string): { start: number; beginning: string } | undefined {
  const found = BEGUN.exec(before)
  return found?.[1] === undefined ? undefined : { start: found.index, beginning: found[1] }
}

/** Who is mentioned in a text as `@username`, as far as the reader may see them. */
export const mentions = z.array(z.object({ _id: id, username: z.string() }))
export type Mention = z.infer<typeof mentions>[number]
