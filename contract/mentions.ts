import { z } from 'zod'
import { id } from './text.ts'

// What is typed and read is `@name`; the server keeps who that is, so that a new name follows.

/** In one text; more stay plain words. */
export const MENTIONS_MAX = 10
/** Stands for whose account was deleted. */
export const DELETED_NAME = 'deleted'

export const MESSAGES = {
  mentioned: (name: string) => `${name} mentioned you`,
} as const

/** `@name` where no word, address or mail goes before it. */
const NAME = /(?<![\p{L}\p{N}_@/.<])@([A-Za-z0-9_]{3,19})(?![A-Za-z0-9_])/gu

/** The text with each `@name` replaced. */
export function replaceNames(text: string, replacement: (name: string) => string): string {
  return text.replaceAll(NAME, (_, name: string) => replacement(name))
}

/** Who is mentioned in a text as `@username`, as far as the reader may see them. */
export const mention = z.object({ _id: id, username: z.string() })
export type Mention = z.infer<typeof mention>
export const mentions = z.array(mention)
