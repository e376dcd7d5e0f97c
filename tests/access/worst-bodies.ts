import { z } from 'zod'

// The JSON that costs most to look at: in each place of what a route asks for, and beside it, as
// much of one thing as a body may hold.

const TEXTS = [
  'a',
  ' ',
  '\r',
  '\r\n',
  'é',
  '\u0300',
  '🫖',
  '👩‍👩‍👧‍👦',
  'İ',
  '9',
  'a ',
  '\uD800',
  '\\',
  '"',
  '@',
  '%',
  'https://a/',
]
const ITEMS = ['0', '""', '"1"', '{}', '[]', 'null', '{"_id":"1"}', '"tea"', '"\\ud83e\\uded6"']

/** `fitting`: a body the route takes, which the rest of each is. */
export function worstBodies(schema: z.ZodType, fitting: object, maxBytes: number): string[] {
  // Room for what stands around it.
  const size = maxBytes - 2 * JSON.stringify(fitting).length - 500
  const huge = [
    ...TEXTS.map((text) => repeatedText(text, size)),
    ...ITEMS.map((item) => `[${repeated(`${item},`, size)}${item}]`),
    `{${repeatedKeys(size)}}`,
    `${'['.repeat(15)}${repeated('[],', size)}[]${']'.repeat(15)}`,
    repeated('9', size),
    `1.${repeated('9', size)}e-9`,
  ]
  const inPlace = placesIn(schema).flatMap((place) =>
    huge.map((value) => withPlaced(fitting, place, value)),
  )
  const whole = [...huge, '['.repeat(size), '{"a":'.repeat(size / 5), repeated('"', size)]
  const proto = `{${repeatedKeys(size - 50)},"__proto__":{}}`
  const escaped = `{"\\u005f_proto__":{},${repeated('"constructor":{"a":1},', size)}"a":1}`
  return [...inPlace, ...whole, proto, escaped].filter(
    (body) => Buffer.byteLength(body) <= maxBytes,
  )
}

/** The paths of all fields. */
function placesIn(schema: z.ZodType): string[][] {
  if (schema instanceof z.ZodPipe) {
    const { in: first, out: then } = schema
    return placesIn((first instanceof z.ZodTransform ? then : first) as z.ZodType)
  }
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) => [
      [name],
      ...placesIn(part as z.ZodType).map((place) => [name, ...place]),
    ])
  return 'innerType' in schema.def ? placesIn(schema.def.innerType as z.ZodType) : []
}

const PLACED = 'what is placed'

function withPlaced(fitting: object, place: string[], json: string): string {
  const body = structuredClone(fitting) as Record<string, unknown>
  let part = body
  for (const name of place.slice(0, -1)) {
    const inner = { ...((part[name] as object | undefined) ?? {}) }
    part[name] = inner
    part = inner
  }
  part[place.at(-1) ?? ''] = PLACED
  return JSON.stringify(body).replace(JSON.stringify(PLACED), () => json)
}

function repeatedText(text: string, size: number): string {
  const one = JSON.stringify(text).slice(1, -1)
  return `"${repeated(one, size)}"`
}

function repeated(text: string, size: number): string {
  return text.repeat(Math.floor(size / Buffer.byteLength(text)))
}

function repeatedKeys(size: number): string {
  const keys: string[] = []
  for (let length = 0; length < size - 10; length += (keys.at(-1)?.length ?? 0) + 1)
    keys.push(`"${keys.length.toString(36)}":0`)
  return keys.join(',')
}
