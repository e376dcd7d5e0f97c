import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { config, z } from 'zod'
import { isUnmeasurable } from '../safe-parse.ts'
import { notReadable } from './http-error.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
}

// What the contract has no sentence of its own for; the library's are for programmers.
config({
  customError({ code, expected }) {
    if (code === 'invalid_type')
      return `This has to be ${KINDS[String(expected)] ?? 'something else'}.`
    if (code === 'too_big') return 'This is too long.'
    if (code === 'too_small') return 'This is too short.'
    return 'This is not in the right form.'
  },
})

/** Answers are written by compiled serializers: what a schema does not list never leaves. */
export function registerContractCompilers(app: FastifyInstance) {
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0])
    // Fastify says null where there is nothing; a schema's default stands for what is not there.
    return (data: unknown) => {
      try {
        return validate(data ?? undefined)
      } catch (error) {
        if (isUnmeasurable(error)) return { error: notReadable() }
        throw error
      }
    }
  })
  app.setSerializerCompiler(({ schema }) => writerOnDemand(schema as unknown as z.ZodType))
}

const onDemand = new WeakMap<z.ZodType, (data: unknown) => string>()

/** Compiled when the first answer is written: all of them at once were half of a start. */
function writerOnDemand(schema: z.ZodType): (data: unknown) => string {
  let compiled = onDemand.get(schema)
  return (data) => {
    compiled ??= onDemand.get(schema) ?? writerOf(schema)
    onDemand.set(schema, compiled)
    return compiled(data)
  }
}

/** Writes what the schema lists as JSON, and nothing else. */
export function writerOf<Schema extends z.ZodType>(
  schema: Schema,
): (data: z.output<Schema>) => string {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-07',
    // Names and descriptions are for the document of the API; here they would only be references.
    metadata: z.registry(),
    override: ({ jsonSchema }) => preferNullable(jsonSchema),
  })
  return fastJsonStringify(json as fastJsonStringify.Schema)
}

// The serializer validates every candidate of an `anyOf`; a type that is merely nullable has a
// direct form it writes without looking twice.
function preferNullable(schema: JsonSchema & { nullable?: boolean }) {
  const options = schema.anyOf
  if (options?.length !== 2 || !options.some((option) => option.type === 'null')) return
  const other = options.find((option) => option.type !== 'null')
  if (!other) return
  delete schema.anyOf
  Object.assign(schema, other, { nullable: true })
}
