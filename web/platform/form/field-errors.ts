import type { z } from 'zod'

interface Issue {
  path: PropertyKey[]
  message: string
}

/** The first sentence of each field that breaks the contract's rules; empty when none does. */
export function fieldErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  return errorsByField(schema.safeParse(values).error?.issues ?? [])
}

/**
 * The first sentence of each field, named by the start of its path unless `nameOf` says otherwise.
 */
export function errorsByField(
  issues: readonly Issue[],
  nameOf = ({ path }: Issue) => String(path[0]),
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) errors[nameOf(issue)] ??= issue.message
  return errors
}
