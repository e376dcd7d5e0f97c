import Fastify from 'fastify'

// The limit the feed is measured against: the same framework sends the same bytes and does
// nothing else. The bytes come by the first message.

process.once('message', async (body: string) => {
  const app = Fastify()
  app.get('/', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(body),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.(address)
})
process.on('disconnect', () => process.exit())
