import type { FastifyReply, FastifyRequest } from 'fastify'
import { MESSAGES as SAFETY_MESSAGES } from '../../../contract/account-security.ts'
import * as contract from '../../../contract/archive.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import type { ArchiveFileRow } from '../queries.ts'
import { makeArchiveLink, openArchiveLink } from './archive-links.ts'
import { archiveDisposition } from './archive-name.ts'
import { ArchiveGoneError } from './archive-store.ts'
import { readArchive, requestArchive } from './archives.ts'
import { sendRefusedPage, wantsPage } from './refused-page.ts'

const { MESSAGES } = contract
export const route = routesOf({
  name: 'My data',
  description: 'All that a member made here, as a file for them to keep.',
})
const CONFIRMED = { confirmation_needed: SAFETY_MESSAGES.confirmationNeeded }

export function archiveRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/me/archive',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readArchive',
      summary: 'Read how it stands with the own archive',
      response: { 200: contract.archiveStatus },
    }),
    (request) => readArchive(actor(request), services),
  )

  app.post(
    '/users/me/archive',
    route({
      audience: 'members',
      limit: limitOf('archives'),
      operationId: 'requestArchive',
      summary: 'Have all that the member made packed into one file',
      response: { 202: sentenceAnswer },
      refuses: {
        ...CONFIRMED,
        ...{ too_many_requests: MESSAGES.oncePerDay, storage_full: MESSAGES.noRoom },
      },
    }),
    async (request, reply) => {
      await requestArchive(actor(request), services)
      return reply.code(202).send(messageAnswer(MESSAGES.begun))
    },
  )

  app.post(
    '/users/me/archive/link',
    route({
      audience: 'members',
      limit: limitOf('archives'),
      operationId: 'makeArchiveLink',
      summary: 'Get a link by which this browser downloads the archive',
      response: { 200: contract.archiveLink },
      refuses: { ...CONFIRMED, not_found: MESSAGES.gone },
    }),
    async (request, reply) => {
      const { url, cookie } = await makeArchiveLink(actor(request), services)
      reply.header('set-cookie', cookie)
      return { url }
    },
  )

  downloadRoute(app, services)
}

function downloadRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/users/archives/:id',
    route({
      audience: 'anyone',
      limit: limitOf('archive-files'),
      operationId: 'downloadArchive',
      summary: 'Download an archive by its link, in the browser that asked for it',
      params: contract.archiveFileParams,
      querystring: contract.archiveFileQuery,
      produces: 'application/zip',
      refuses: { forbidden: MESSAGES.linkInvalid, not_found: MESSAGES.gone },
    }),
    async (request, reply) => {
      const { params, query, headers } = request
      try {
        const row = await openArchiveLink(services, Number(params.id), query, headers.cookie)
        return await sendArchive(services, row, request, reply)
      } catch (error) {
        if (!(error instanceof HttpError) || !wantsPage(request)) throw error
        return sendRefusedPage(reply, error, services.publicUrl)
      }
    },
  )
}

/** A range of it where one is asked for, so that a download that broke off goes on. */
async function sendArchive(
  { archives }: Pick<Services, 'archives'>,
  { file_id, bytes, made_at, username }: ArchiveFileRow,
  { headers }: FastifyRequest,
  reply: FastifyReply,
) {
  const size = Number(bytes)
  const range = requestedRange(headers.range, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  try {
    const content = await archives.read(file_id ?? '', start, end)
    reply
      .code(range ? 206 : 200)
      .type('application/zip')
      .headers({
        'content-length': end + 1 - start,
        'content-disposition': archiveDisposition(username, made_at ?? 0),
        'accept-ranges': 'bytes',
        etag: `"${file_id}"`,
        'cache-control': 'private, no-store',
        ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
      })
    return reply.send(content)
  } catch (error) {
    if (error instanceof ArchiveGoneError) throw new HttpError('not_found', MESSAGES.gone)
    throw error
  }
}

/** What a Range header asks for; null: all of it. */
function requestedRange(range: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === undefined) return null
  const start = Number(from)
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  return start <= end ? { start, end } : null
}
