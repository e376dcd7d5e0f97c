import { z } from 'zod'

/** Where the first link in a text leads, as that page says. */
export const linkCard = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  /** The address of our small square copy of the picture that the page gives for itself. */
  image: z.string().nullable(),
  /** All of it, smallest first, where it is wide enough to stand above the words of a post. */
  wideImage: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      sources: z.array(z.object({ width: z.number().int(), url: z.string() })),
    })
    .exactOptional(),
})
export type LinkCard = z.infer<typeof linkCard>
