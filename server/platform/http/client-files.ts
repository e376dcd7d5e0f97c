import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendHttpError } from './error-handler.ts'
import { HttpError } from './http-error.ts'

/**
 * Nothing here is for a search engine: what members say is behind a sign-in, and what is not is the
 * same in every community. Without a list of places, it tells nobody where to look either.
 */
const ROBOTS = 'User-agent: *\nDisallow: /\n'
/** The page, and its worker, which acts for it. */
const PAGES = /^(index\.html|service-worker\.js)$/

/** A file that is not sent as it was built. */
export interface WrittenFile {
  type: string
  etag: string
  /** In the encoding that suits the header of the request. */
  form(acceptEncoding: unknown): Promise<{ body: Buffer; headers: Record<string, string> }>
}

interface ClientFilesOptions {
  pageHeaders?: Record<string, string>
  /** By path, once there is a built client; `/` is the page. */
  written?(): Record<string, () => Promise<WrittenFile>>
}

/**
 * Serves the built client. A path that is no call and no file gets the client's page, since the
 * client has its own routes; built assets carry a hash in their name and are kept for good. What
 * was compressed by the build goes out as small as the browser takes it.
 */
export async function registerClientFiles(
  app: FastifyInstance,
  folder: string,
  { pageHeaders = {}, written = () => ({}) }: ClientFilesOptions = {},
) {
  const isBuilt = existsSync(join(folder, 'index.html'))
  const files = isBuilt ? written() : {}
  for (const [path, read] of Object.entries(files))
    app.get(path, (request, reply) => sendWritten(request, reply, read, pageHeaders))
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
    // Not returned: each waiting for a reply listens to its response, and Node warns of the
    // eleventh.
    const page = files['/']
    if (isPage && page)
      sendWritten(request, reply, page, pageHeaders).catch((error) => reply.send(error))
    else if (isPage && isBuilt)
      void reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
    else sendHttpError(reply, new HttpError('not_found', 'There is nothing at this address.'))
  })
}

async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<WrittenFile>,
  pageHeaders: Record<string, string>,
) {
  const file = await read()
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: file.etag })
  if (file.type.startsWith('text/html')) reply.headers(pageHeaders)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { body, headers } = await file.form(request.headers['accept-encoding'])
  return reply.headers(headers).type(file.type).send(body)
}
