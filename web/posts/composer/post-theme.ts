import { z } from 'zod'
import { dateString } from '../../../contract/theme.ts'

// What the composer learns of the theme that a post is to be about: by the navigation's state, or
// as the sheet is opened.

const chosenTheme = z.object({ theme: z.object({ date: z.string(), prompt: z.string() }) })

export type PostTheme = z.infer<typeof chosenTheme>['theme']

/** Of a post that is begun now. */
export function promptState(prompt: string) {
  return { theme: { date: dateString(new Date()), prompt } }
}

export function themeIn(state: unknown): PostTheme | undefined {
  return chosenTheme.safeParse(state).data?.theme
}
