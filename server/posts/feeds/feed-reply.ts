import type { FastifyReply } from 'fastify'
import { type FeedPage, writeFeedPage } from './feeds.ts'

/** The bytes are those of the contract's `feedAnswer`, written already. */
export function sendFeedPage(reply: FastifyReply, page: FeedPage): never {
  reply.type('application/json')
  return reply.send(writeFeedPage(page)) as never
}
