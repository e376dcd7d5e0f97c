import type { FastifyInstance } from 'fastify'

/**
 * Follows running requests: one whose client went away still reads and writes, and is waited for.
 */
export function followRequests(app: FastifyInstance) {
  const running = new Set<object>()
  let idle: PromiseWithResolvers<void> | undefined

  function end(work: object) {
    running.delete(work)
    if (running.size === 0) idle?.resolve()
  }

  app.addHook('onRequest', (request, _reply, next) => {
    running.add(request)
    next()
  })
  // What is refused before its handler ends here; to whom nobody answers, its handler says.
  app.addHook('onSend', (request, _reply, payload, next) => {
    end(request)
    next(null, payload)
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function followedHandler(request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise)
        answer.then(
          () => end(request),
          () => end(request),
        )
      return answer
    }
  })
  return {
    /** Also what is done past the framework; it must not reject. */
    follow(work: Promise<unknown>) {
      running.add(work)
      void work.then(() => end(work))
    },
    /** Resolves once none is worked on. */
    async finished() {
      if (running.size === 0) return
      idle = Promise.withResolvers()
      await idle.promise
    },
  }
}
