import { z } from 'zod'

/** Of a notification that stands for several: what its reader was not told between them. */
export const untoldParams = { untold: z.array(z.number()).optional() }

const params = z.object(untoldParams)

export function untoldIn(stored: string): number[] {
  return params.parse(JSON.parse(stored)).untold ?? []
}
