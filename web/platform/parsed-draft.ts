import type { z } from 'zod'

/** What a draft keeps as JSON. Nothing where it has another shape: drafts outlive updates. */
export function parsedDraft<Shape>(draft: string, shape: z.ZodType<Shape>): Shape | undefined {
  try {
    return shape.parse(JSON.parse(draft))
  } catch {
    // There is none.
  }
}
