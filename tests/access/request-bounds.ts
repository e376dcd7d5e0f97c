import { z } from 'zod'

// What of a request's schema has no end: a text, a list or a number of any size, or a list that is
// walked through before it is counted.

/** The places in the schema, as `tags[]` or `sound.volume`, each with what is wrong there. */
export function unboundedIn(schema: z.ZodType, place = ''): string[] {
  if (schema instanceof z.ZodPipe) return unboundedInPipe(schema, place)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      unboundedIn(part as z.ZodType, place ? `${place}.${name}` : name),
    )
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => unboundedIn(option as z.ZodType, place))
  if ('innerType' in schema.def) return unboundedIn(schema.def.innerType as z.ZodType, place)
  if (schema instanceof z.ZodArray) return [`${place}: is walked through before it is counted`]
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return hasEndOfText(schema) ? [] : [`${place}: a text of any length`]
  if (schema instanceof z.ZodNumber) return hasRange(schema) ? [] : [`${place}: any number`]
  if (schema instanceof z.ZodFile)
    return boundsOf(schema).maximum === undefined ? [`${place}: a file of any size`] : []
  const isClosed = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean].some((kind) => schema instanceof kind)
  return isClosed ? [] : [`${place}: ${schema.def.type}, which may be anything`]
}

/** What goes into a pipe is what is sent, but for a list that is counted first. */
function unboundedInPipe({ in: first, out: then }: z.ZodPipe, place: string): string[] {
  if (!(first instanceof z.ZodTransform)) return unboundedIn(first as z.ZodType, place)
  if (!(then instanceof z.ZodArray)) return unboundedIn(then as z.ZodType, place)
  const items = unboundedIn(then.element as z.ZodType, `${place}[]`)
  const { maximum } = boundsOf(then)
  if (maximum === undefined) return [`${place}: a list of any length`, ...items]
  const list = z.pipe(first, then)
  return walkedItems(list, maximum + 1) > 0 ? [`${place}: is walked through`, ...items] : items
}

/** How many items of a list that is too long are looked at. */
function walkedItems(list: z.ZodType, length: number): number {
  let walked = 0
  const watched = new Proxy(new Array(length).fill('1'), {
    get(items, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) walked++
      return Reflect.get(items, key)
    },
  })
  if (list.safeParse(watched).success) throw new Error('A list that is too long was taken.')
  return walked
}

function hasEndOfText(schema: z.ZodType): boolean {
  const own = 'pattern' in schema.def ? [schema.def.pattern] : []
  const patterns = [...own, ...checksOf(schema).map(({ pattern }) => pattern)]
  return (
    boundsOf(schema).maximum !== undefined ||
    patterns.some((pattern) => pattern instanceof RegExp && isFinitePattern(pattern.source))
  )
}

function isFinitePattern(source: string): boolean {
  const isWhole = source.startsWith('^') && source.endsWith('$')
  return isWhole && !/[^\\][*+]|\{\d+,\}/.test(source)
}

function hasRange(schema: z.ZodNumber): boolean {
  const { minimum, maximum } = boundsOf(schema)
  return minimum !== undefined && maximum !== undefined
}

/** As they are written: that an integer is one JavaScript can hold is no bound. */
function boundsOf(schema: z.ZodType): { minimum?: number; maximum?: number } {
  const bounds: { minimum?: number; maximum?: number } = {}
  for (const { check, maximum, value } of checksOf(schema)) {
    if (check === 'greater_than') bounds.minimum = Number(value)
    if (check === 'less_than') bounds.maximum = Number(value)
    if (typeof maximum === 'number') bounds.maximum = maximum
  }
  return bounds
}

function checksOf({ def }: z.ZodType): Record<string, unknown>[] {
  return (def.checks ?? []).map(({ _zod }) => ({ ..._zod.def }))
}
