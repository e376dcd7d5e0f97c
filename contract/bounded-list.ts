import { z } from 'zod'

/** A list whose length is looked at before any of its items: zod by itself does that after all. */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  max: number,
  sentences: { long: string; wrong?: string },
): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  const list = z.array(item, sentences.wrong).max(max, sentences.long)
  const bounded = z.preprocess((given, context) => {
    if (!Array.isArray(given) || given.length <= max) return given
    context.addIssue({ code: 'custom', message: sentences.long })
    return z.NEVER
  }, list)
  // What goes before the list says nothing of what may be sent.
  return bounded as z.ZodType<z.output<Item>[], z.input<Item>[]>
}
