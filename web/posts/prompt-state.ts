import { z } from 'zod'
import { dateString } from '../../contract/theme.ts'

// The navigation state in which the composer learns what the post is to be about.

const chosenTheme = z.object({ theme: z.object({ date: z.string(), prompt: z.string() }) })

/** Of a post that is begun now. */
export function promptState(prompt: string) {
  return { theme: { date: dateString(new Date()), prompt } }
}

export function themeIn(state: unknown) {
  return chosenTheme.safeParse(state).data?.theme
}
