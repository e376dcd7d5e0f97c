import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendHttpError } from './error-handler.ts'
import { HttpError } from './http-error.ts'

/**
 * Nothing here is for a search engine: what members say is behind a sign-in, and what is not is the
 * same in every house. Without a list of places, it tells nobody where to look either.
 */
const ROBOTS = 'User-agent: *\nDisallow: /\n'
/** The page, and its worker, which acts for it. */
const PAGES = /^(index\.html|service-worker\.js)$/

/**
 * Serves the built client. A path that is no call and no file gets the client's page, since the
 * client has its own routes; built assets carry a hash in their name and are kept for good. What
 * was compressed by the build goes out as small as the browser takes it.
 */
export async function registerClientFiles(
  app: FastifyInstance,
  folder: string,
  pageHeaders: Record<string, string> = {},
) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(staticFiles, {
      root: folder,
      wildcard: true,
      index: 'index.html',
      cacheControl: false,
      // The etag says whether it is the same, and nothing here is read in parts.
      lastModified: false,
      acceptRanges: false,
      // The build lays them beside the files.
      preCompressed: true,
      setHeaders(response, path) {
        const file = relative(folder, path).replace(/\.(br|gz)$/, '')
        const isHashed = /^assets[/\\]/.test(file)
        response.header('vary', 'accept-encoding')
        response.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        if (!PAGES.test(file)) return
        for (const [name, value] of Object.entries(pageHeaders)) response.header(name, value)
      },
    })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(ROBOTS),
  )

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(api|media|assets)(\/|$)/.test(path)
    // Not returned: each waiting for a reply listens to its response, and Node warns of the eleventh.
    if (isPage && isBuilt)
      void reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
    else sendHttpError(reply, new HttpError('not_found', 'There is nothing at this address.'))
  })
}
