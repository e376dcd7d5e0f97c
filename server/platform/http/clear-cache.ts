import type { FastifyReply } from 'fastify'

/** Signed images may lie in the browser's cache: they go with the session that ends here. */
export function clearBrowserCache(reply: FastifyReply) {
  reply.header('clear-site-data', '"cache"')
}
