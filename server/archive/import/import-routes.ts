import * as contract from '../../../contract/import.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { withForm } from '../../platform/http/multipart-form.ts'
import { GENERAL } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { route } from '../export/archive-routes.ts'
import { readImport, receivePiece, takeBackImport } from './imports.ts'

const { MESSAGES } = contract

const FORM = {
  fields: contract.importPieceFields,
  file: { name: 'piece', maxBytes: contract.PIECE_BYTES },
  messages: { tooLarge: MESSAGES.pieceMissing, tooMany: MESSAGES.pieceMissing },
}
/** Pieces are counted as calls of the route. */
const NO_LIMIT = { take: async () => {} }

export function importRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/me/import',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readImport',
      summary: 'Read how it stands with the archive that is read into the own account',
      response: { 200: contract.importStatus },
    }),
    (request) => readImport(actor(request), services),
  )

  app.post(
    '/users/me/import',
    route({
      audience: 'members',
      limit: limitOf('imports'),
      operationId: 'sendImport',
      summary: 'Send a piece of an archive, to be read into the own account once it is whole',
      form: contract.importPieceForm,
      response: { 202: contract.importStatus },
      refuses: {
        conflict: MESSAGES.notEmpty,
        too_many_requests: MESSAGES.oncePerDay,
        storage_full: MESSAGES.noRoom,
      },
    }),
    async (request, reply) => {
      const sender = { memberId: actor(request).id, limit: NO_LIMIT }
      const status = await withForm(request, services.uploads, sender, FORM, ({ fields, files }) =>
        receivePiece(actor(request), services, { ...fields, file: files[0] }),
      )
      return reply.code(202).send(status)
    },
  )

  app.delete(
    '/users/me/import',
    route({
      audience: 'members',
      limit: limitOf('imports'),
      operationId: 'takeBackImport',
      summary: 'Stop what is read of an archive, and take back what was',
      response: { 200: contract.importStatus },
    }),
    (request) => takeBackImport(actor(request), services),
  )
}
