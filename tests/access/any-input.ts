import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { id } from '../../contract/text.ts'

// Requests made from what a route says of itself: mostly what it asks for, and in any place of it,
// now and then, what nobody asked for.

const HALVES = { first: 0xd800, count: 0x800 }
/**
 * Any character, all as likely. The `binary` of fast-check is the same, but begins with a map of a
 * million of them, which takes seconds.
 */
const CHARACTER = fc
  .nat(0x10ffff - HALVES.count)
  .map(
    (place) => String.fromCodePoint(place < HALVES.first ? place : place + HALVES.count),
    placeOf,
  )

function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('Not one.')
  return code < HALVES.first ? code : code - HALVES.count
}

export function anyText(maxLength: number): Arbitrary<string> {
  return fc.string({ unit: CHARACTER, maxLength })
}

const ID_PATTERN = z.toJSONSchema(id).pattern

/** As much of JSON Schema as the contract's schemas become. */
interface Schema {
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** What a route takes, as its description in the API's says. */
export interface Description {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** `form`: the fields of a multipart form; `json`: text that may be none. */
export interface AnyRequest {
  /** Undefined: where something is. */
  path: Record<string, string> | undefined
  query: Record<string, string>
  json: string | undefined
  form: Record<string, string | Uint8Array> | undefined
  key: string | undefined
}

const HOSTILE_TEXT = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', '\uD800', '%', '_', '\\', "' or 1=1 --", '"; drop table users; --'],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '../../etc/passwd',
      '%00',
      '<script>',
      '$1',
      '{{1}}',
    ],
    ...['javascript:alert(1)', 'data:text/html,x', 'https://[::1]/', 'https://x:y@example.org/'],
    ...[
      '\u202Etxet',
      'Z͑ͫ̓a̴l̵g̷o',
      '👩‍👩‍👧‍👦',
      '-1',
      '0',
      '1e309',
      'NaN',
      '9'.repeat(40),
      'a'.repeat(9_000),
    ],
  ),
  anyText(40),
)
/** What throws when it is compared with a number: JSON can say it. */
export const UNMEASURABLE = { length: { toString: '' }, size: { toString: '' } }
const HOSTILE = fc.oneof(
  HOSTILE_TEXT,
  fc.jsonValue(),
  fc.constantFrom(null, -1, 0.5, 2 ** 53, 1e308, [], {}, [[]], { _id: null }, true, UNMEASURABLE),
)
const NO_BODY = fc.constantFrom(
  ...['', '[', 'null', '"text"', '{"__proto__":{"isAdmin":true}}', '['.repeat(20_000)],
  '{"constructor":{"prototype":{"isAdmin":true}}}',
)

/** `ids`: of things that are there. */
export function anyRequest(
  { parameters = [], requestBody }: Description,
  ids: string[],
): Arbitrary<AnyRequest> {
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const inPlace = (where: string) =>
    parameters
      .filter((each) => each.in === where)
      .map(({ name, schema }) => [name, text(schema, ids)])
  const texts = (where: string): Record<string, Arbitrary<string>> =>
    Object.fromEntries(inPlace(where))
  return fc.record({
    path: seldom<AnyRequest['path']>(fc.record(texts('path')), fc.constant(undefined)),
    query: fc.record(texts('query'), { requiredKeys: [] }) as Arbitrary<Record<string, string>>,
    json: form ? fc.constant(undefined) : bodyText(json, ids),
    form: form ? anyForm(form, ids) : fc.constant(undefined),
    key: seldom(fc.constantFrom('', 'a key', 'tea', 'k'.repeat(300)), fc.constant(undefined)),
  })
}

function bodyText(schema: Schema | undefined, ids: string[]) {
  const fitting = schema
    ? spoilt(schema, ids).map((body) => JSON.stringify(body))
    : fc.constant(undefined)
  return seldom<string | undefined>(NO_BODY, fitting)
}

function anyForm(schema: Schema, ids: string[]) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    field.format === 'binary' ? fc.uint8Array({ maxLength: 200 }) : text(field, ids),
  ])
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const more = fc.dictionary(HOSTILE_TEXT, HOSTILE_TEXT, { maxKeys: 25 })
  return fc
    .tuple(known, seldom(more, fc.constant({})))
    .map(([form, others]) => ({ ...others, ...form }))
}

/** Text for an address or a form, where everything is text. */
function text(schema: Schema, ids: string[]): Arbitrary<string> {
  return seldom(HOSTILE_TEXT, fitting(schema, ids).map(String))
}

type Make = (schema: Schema) => Arbitrary<unknown>

function fitting(schema: Schema, ids: string[]): Arbitrary<unknown> {
  return make(schema, ids, (part) => fitting(part, ids))
}

/** Any part of it may be something else. */
function spoilt(schema: Schema, ids: string[]): Arbitrary<unknown> {
  return seldom(
    HOSTILE,
    make(schema, ids, (part) => spoilt(part, ids)),
  )
}

function seldom<T>(odd: Arbitrary<T>, usual: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: 9, arbitrary: usual })
}

/** What the schema asks for; `part` makes what is inside of it. */
function make(schema: Schema, ids: string[], part: Make): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(part))
  if (schema.type === 'object') return anObject(schema, part)
  if (schema.type === 'array')
    return fc.array(part(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 })
  if (schema.type === 'boolean') return fc.boolean()
  const { minimum: min = 0, maximum: max = 100 } = schema
  if (schema.type === 'integer') return fc.integer({ min, max })
  if (schema.type === 'number') return fc.double({ min, max, noNaN: true })
  return aText(schema, ids)
}

function anObject({ properties = {}, required = [] }: Schema, part: Make) {
  const parts = Object.entries(properties).map(([name, of]) => [name, part(of)])
  return fc.record(Object.fromEntries(parts) as Record<string, Arbitrary<unknown>>, {
    requiredKeys: required,
  })
}

function aText({ pattern, format, maxLength = 200 }: Schema, ids: string[]): Arbitrary<string> {
  if (format === 'email') return fc.constantFrom('ada@example.org', 'ivy@example.org')
  if (pattern === ID_PATTERN) return fc.constantFrom(...ids)
  const made = pattern ? fc.stringMatching(new RegExp(pattern)) : SOME_TEXT
  return made.map((whole) => whole.slice(0, maxLength))
}

const SOME_TEXT = fc.oneof(
  fc.constantFrom('Tea', '🫖', 'https://open.spotify.com/track/tea', 'Ada-Likes-Tea-4!'),
  fc.string(),
)
