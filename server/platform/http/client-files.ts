import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './error-edge.ts'
import { Refusal } from './refusal.ts'

/**
 * Serves the built client. A path that is no call and no file gets the client's page, since the
 * client has its own routes; built assets carry a hash in their name and are kept for good.
 */
export async function registerClientFiles(app: FastifyInstance, folder: string) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(staticFiles, {
      root: folder,
      wildcard: true,
      index: 'index.html',
      cacheControl: false,
      setHeaders(response, path) {
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        response.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api|media|assets)(\/|$)/.test(path)
    if (isPage && isBuilt)
      return reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
    return sendRefusal(reply, new Refusal('not_found', 'There is nothing at this address.'))
  })
}
