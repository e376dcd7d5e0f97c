import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

/** Where a feature hangs its routes: paths begin below `/api`, schemas are the contract's. */
export type ApiRoutes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The answer that only says something: the same sentence under both names screens read it by. */
export function messageAnswer(sentence: string) {
  return { msg: sentence, message: sentence }
}
