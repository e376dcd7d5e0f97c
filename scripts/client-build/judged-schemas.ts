import { config, z } from 'zod'
import * as accounts from '../../contract/accounts.ts'
import * as conversations from '../../contract/conversations.ts'
import * as notifications from '../../contract/notifications.ts'
import * as posts from '../../contract/posts.ts'
import * as profile from '../../contract/profile.ts'
import * as realtime from '../../contract/realtime.ts'
import * as spaces from '../../contract/spaces.ts'

// Built like the client, by the test of what the build leaves out.

config({ jitless: true })
const ROOMS = { accounts, conversations, notifications, posts, profile, realtime, spaces }
const VALUES = [
  ...[undefined, null, true, 0, 1, -1, 1.5, 1e20, Number.NaN, [], ['a', 'a'], {}, { email: ' ' }],
  ...['', ' ', 'a', 'x'.repeat(3_000), 'Ada@example.org', '2026-01-01T00:00:00.000Z', '12'],
  ...['https://example.org/a', '#aabbcc', 'public', 'friends', 'correct horse'],
]
/** How often a value that should fit is made of each schema. */
const MADE = 20

export type Judge = typeof judge

/** What each schema of the contract says of values that fit, almost fit, or do not fit at all. */
export function judge(): Record<string, string[]> {
  const said: Record<string, string[]> = {}
  for (const [room, schemas] of Object.entries(ROOMS)) {
    for (const [name, schema] of Object.entries<unknown>(schemas)) {
      if (!(schema instanceof z.ZodType)) continue
      const made = Array.from({ length: MADE }, (_, seed) => madeFor(schema, seed))
      said[`${room}.${name}`] = [...VALUES, ...made].map((value) => outcomeOf(schema, value))
    }
  }
  return said
}

function outcomeOf(schema: z.ZodType, value: unknown): string {
  const { success, data, error } = schema.safeParse(value)
  return JSON.stringify(success ? { data } : { issues: error.issues })
}

function madeFor(schema: z.core.$ZodType, seed: number): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape)
    const kept = fields.filter((_, place) => (seed + place) % 7 !== 6)
    return Object.fromEntries(
      kept.map(([key, field], place) => [key, madeFor(field, seed + place)]),
    )
  }
  if (schema instanceof z.ZodArray)
    return Array.from({ length: seed % 3 }, (_, place) => madeFor(schema.def.element, seed + place))
  if (schema instanceof z.ZodUnion) return oneOf(schema.def.options, seed, madeFor)
  if (schema instanceof z.ZodEnum) return oneOf(Object.values(schema.def.entries), seed)
  if (schema instanceof z.ZodLiteral) return schema.def.values[0]
  if (schema instanceof z.ZodPipe) return madeFor(schema.def.in, seed)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return seed % 4 === 0 ? null : madeFor(schema.def.innerType, seed)
  if (schema instanceof z.ZodDefault) return madeFor(schema.def.innerType, seed)
  if (schema instanceof z.ZodNumber) return seed % 5
  if (schema instanceof z.ZodBoolean) return seed % 2 === 0
  return VALUES[seed % VALUES.length]
}

function oneOf<Each, Made = Each>(
  all: readonly Each[],
  seed: number,
  make?: (each: Each, seed: number) => Made,
): Each | Made | undefined {
  const each = all[seed % all.length]
  return each !== undefined && make ? make(each, seed) : each
}
