import { z } from 'zod'
import { id } from './text.ts'

/** Lists of who reacted are cut to this many; the viewer's own reaction is always kept in. */
export const REACTIONS_SHOWN_MAX = 100
/** How many different emoji of a post are counted out. */
export const VIBE_KINDS_SHOWN_MAX = 50
export const QUICK_EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '😠'] as const

export const MESSAGES = {
  emojiInvalid: 'A vibe is one emoji. Please choose one from the picker.',
  vibeFailed: (message: string) => `Failed to add vibe: ${message}`,
} as const

let oneEmoji: RegExp | undefined

/** The emoji in its full form, or undefined: some keyboards leave out the variation selector. */
export function wholeEmoji(text: string): string | undefined {
  // As Unicode recommends it for interchange, of whatever skin tone, flag or family. To make the
  // expression takes a phone longer than to draw a post, so it is made when somebody gives one.
  oneEmoji ??= /^\p{RGI_Emoji}$/v
  return [text, `${text}\uFE0F`].find((candidate) => oneEmoji?.test(candidate))
}

export const vibeBody = z.object({
  emoji: z
    .string(MESSAGES.emojiInvalid)
    .max(50, MESSAGES.emojiInvalid)
    .transform((text, context) => {
      const emoji = wholeEmoji(text.trim())
      if (emoji) return emoji
      context.addIssue({ code: 'custom', message: MESSAGES.emojiInvalid })
      return z.NEVER
    })
    .meta({ description: 'One emoji, with its skin tone or variation, as Unicode lists it.' }),
})

export const vibe = z.object({ emoji: z.string(), user: id, username: z.string() })

/** What people made of a post: each of the lists cut, each of the counts whole. */
export const reactions = z.object({
  likes: z.array(id),
  dislikes: z.array(id),
  likeCount: z.number().int(),
  dislikeCount: z.number().int(),
})
export type Reactions = z.infer<typeof reactions>

export const vibes = z.object({
  vibes: z.array(vibe),
  vibeCounts: z.array(z.object({ emoji: z.string(), count: z.number().int() })),
})
export type Vibes = z.infer<typeof vibes>
