import type { z } from 'zod'

/** The first sentence of each field that breaks the contract's rules; empty when none does. */
export function fieldErrors(schema: z.ZodType, values: unknown): Record<string, string> {
  const { error } = schema.safeParse(values)
  const errors: Record<string, string> = {}
  for (const issue of error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message
  return errors
}
