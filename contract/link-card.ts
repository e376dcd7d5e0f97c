import { z } from 'zod'

/** Where the first link in a text leads, as that page says. */
export const linkCard = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  /** The address of our small square copy of the picture that the page gives for itself. */
  image: z.string().nullable(),
})
export type LinkCard = z.infer<typeof linkCard>
