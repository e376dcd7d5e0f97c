import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../contract/admin.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { removalQuery } from '../../contract/removal.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { listUsers, readUser, streamUsers, streamUsersCsv } from './accounts.ts'
import { admissionRoutes } from './admission-routes.ts'
import { readAuditLog } from './audit-log.ts'
import { communitySettingsRoutes } from './community-routes.ts'
import { deleteMember } from './delete-member.ts'
import { failedMailRoutes } from './failed-mail-routes.ts'
import { moderationRoutes } from './moderation-routes.ts'
import { removeThing } from './removals.ts'
import { readServerStats } from './stats.ts'
import { suspensionRoutes } from './suspension-routes.ts'

// Administration: who is here, what they posted, and taking away what must not stay. Whoever is no
// administrator gets nothing at all. Every deletion is written down with who did it and why.

const { MESSAGES } = contract
const route = routesOf({ name: 'Administration', description: 'For administrators only.' })

export function adminRoutes(app: ApiRoutes, services: Services) {
  accountRoutes(app, services)
  deletionRoutes(app, services)
  moderationRoutes(app, services)
  readingRoutes(app, services)
  communitySettingsRoutes(app, services)
  admissionRoutes(app, services)
  failedMailRoutes(app, services, route)
  suspensionRoutes(app, services, route)
}

function accountRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/all',
    route({
      audience: 'administrators',
      limit: limitOf('searches'),
      operationId: 'listAccounts',
      summary: 'List all accounts, newest first; with a page or a search, in pages',
      querystring: contract.administeredUsersQuery,
      response: { 200: contract.administeredUsersAnswer },
    }),
    async (request, reply) => {
      const { page, ...query } = request.query
      if (page !== undefined || query.q !== '' || query.only !== 'everybody')
        return listUsers(services, { ...query, page: page ?? 1 })
      const untyped: FastifyReply = reply
      untyped.type('application/json').send(Readable.from(streamUsers(services)))
      return reply
    },
  )

  app.get(
    '/admin/user/:id',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'readAccount',
      summary: 'Read one account',
      params: contract.subjectParams,
      response: { 200: contract.administeredUser },
    }),
    async (request) => readUser(services, request.params.id),
  )

  app.get(
    '/admin/users.csv',
    route({
      audience: 'administrators',
      limit: limitOf('searches'),
      operationId: 'exportAccounts',
      summary: 'Fetch all accounts as a table for a spreadsheet',
      produces: 'text/csv',
    }),
    async (_request, reply) => {
      const untyped: FastifyReply = reply
      untyped.type('text/csv; charset=utf-8').send(Readable.from(streamUsersCsv(services)))
      return reply
    },
  )
}

function deletionRoutes(app: ApiRoutes, services: Services) {
  app.delete(
    '/admin/user/:id',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'deleteAccount',
      summary: 'Delete a member with all that belongs to them',
      params: contract.subjectParams,
      querystring: removalQuery,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.deleteOneself, conflict: MESSAGES.lastAdministrator },
    }),
    async (request) => {
      const admin = actor(request)
      await deleteMember(admin, services, request.params.id, request.query.reason)
      logAct(request, 'delete_user')
      return messageAnswer(MESSAGES.userDeleted)
    },
  )

  app.delete(
    '/admin/post/:id',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'moderatePost',
      summary: "Delete a member's post",
      params: contract.subjectParams,
      querystring: removalQuery,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      const admin = actor(request)
      const thing = { kind: 'post', id: request.params.id } as const
      await removeThing(admin, services, thing, request.query.reason)
      logAct(request, 'delete_post')
      return messageAnswer(MESSAGES.postDeleted)
    },
  )
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/admin/acts',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listAdminActs',
      summary: 'Read what administrators did, newest first',
      querystring: contract.adminActsQuery,
      response: { 200: contract.adminActList },
    }),
    async (request) => readAuditLog(actor(request), services, request.query),
  )

  app.get(
    '/admin/stats',
    route({
      audience: 'administrators',
      limit: limitOf('stats'),
      operationId: 'readFigures',
      summary: 'Read how the server is doing',
      response: { 200: contract.serverStats },
    }),
    async () => readServerStats(services),
  )
}

function logAct(request: FastifyRequest, act: contract.AdminAct) {
  request.log.info({ administrator: String(actor(request).id), act }, 'administrator acted')
}
