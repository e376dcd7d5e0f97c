import type { z } from 'zod'

const UNMEASURABLE = 'Cannot convert object to primitive value'

/**
 * Whether a schema threw this at what no client of ours sends. The library compares the `length`
 * of whatever it is given, before it knows that it is a text, and JSON can say a length that
 * becomes no number: `{"length":{"toString":""}}`.
 */
export function isUnmeasurable(error: unknown): boolean {
  return error instanceof TypeError && error.message === UNMEASURABLE
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
