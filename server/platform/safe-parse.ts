import type { z } from 'zod'

const UNMEASURABLE = [
  'TypeError: Cannot convert object to primitive value',
  'RangeError: Maximum call stack size exceeded',
]

/**
 * Whether a schema threw this at what no client of ours sends. The library compares the `length`
 * of whatever it is given, before it knows that it is a text, and JSON can say a length that
 * becomes no number, `{"length":{"toString":""}}`, or a list so deep that there is no end to it.
 */
export function isUnmeasurable(error: unknown): boolean {
  return UNMEASURABLE.includes(String(error))
}

/** What others wrote, as a schema wants it; undefined where it does not. */
export function parsedOrUndefined<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(data).data
  } catch (error) {
    if (isUnmeasurable(error)) return undefined
    throw error
  }
}
