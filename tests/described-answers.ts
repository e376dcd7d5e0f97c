import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { operationsOf } from './api-document.ts'
import type { TestServer } from './test-server.ts'

type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>

/**
 * Compares answers with what the document of the API says of their routes. Gives what is wrong with
 * one, or null: a status or a media type that is not described, or a body that does not fit.
 */
export async function describedAnswers(server: TestServer) {
  const operations = await operationsOf(server)
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, known)
    return known
  }
  return (route: string, { statusCode, headers, body }: Answer): string | null => {
    const described = operations.get(route)?.responses[statusCode]
    if (!described) return `${route} answered ${statusCode}, which is not described.`
    const [type = ''] = String(headers['content-type']).split(';')
    const schema = described.content?.[type]?.schema
    if (!schema) return `${route} answered ${statusCode} with ${type}, which is not described.`
    if (type !== 'application/json') return null
    const validate = validatorOf(schema)
    if (validate(JSON.parse(body))) return null
    return `${route} answered ${statusCode}: ${ajv.errorsText(validate.errors)}`
  }
}
