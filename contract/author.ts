import { z } from 'zod'
import { id } from './text.ts'

export const author = z.object({
  _id: id,
  username: z.string(),
  userNumber: z.number().int(),
  profilePhoto: z.string().nullable(),
})
export type Author = z.infer<typeof author>
