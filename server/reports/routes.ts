import { MESSAGES as BLOCK_MESSAGES } from '../../contract/blocks.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/reports.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../contract/spaces.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { forAdminOfSpace } from '../spaces/space-admin.ts'
import { createReport } from './create-report.ts'
import { decideReport, decideSpaceReport } from './decisions.ts'
import { readReports, readSpaceReports } from './report-queue.ts'

// Reports: what must not stay, with a copy of it as it was. Administrators decide in words; what
// was said in a space is first for whoever runs it. Nobody is told who reported.

const { SERVER_MESSAGES: MESSAGES } = contract
const route = routesOf({ name: 'Reports', description: 'What members say must not stay.' })

export function reportRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/reports',
    route({
      audience: 'members',
      limit: limitOf('reports'),
      operationId: 'createReport',
      summary: 'Report a post, a comment, a message, a profile or a space',
      body: contract.reportBody,
      response: { 201: sentenceAnswer },
      refuses: {
        bad_request: MESSAGES.oneself,
        not_found: MESSAGES.missing,
        conflict: MESSAGES.already,
      },
    }),
    async (request, reply) => {
      const { body } = request
      const { username, outcome } = await createReport(actor(request), services, body)
      const told = {
        made: MESSAGES.thanks(username),
        waiting: MESSAGES.thanksWaiting(username) + (body.alsoBlock ? '' : ` ${MESSAGES.canBlock}`),
        known: `${MESSAGES.already} ${BLOCK_MESSAGES.blockedNow}`,
      }
      return reply.code(201).send(messageAnswer(told[outcome]))
    },
  )

  administratorRoutes(app, services)
  spaceRoutes(app, services)
}

function administratorRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/admin/reports',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listReports',
      summary: 'List what was reported and waits, the longest waiting first',
      querystring: contract.reportQueueQuery,
      response: { 200: contract.reportQueue },
    }),
    async (request) => readReports(actor(request), services),
  )

  app.post(
    '/admin/reports/:id/decision',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'decideReport',
      summary: 'Decide all reports of one thing, by the first of them',
      params: contract.reportParams,
      body: contract.decisionBody,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.aboutYou, conflict: MESSAGES.decidedAlready },
    }),
    async (request) => {
      const admin = actor(request)
      const told = await decideReport(admin, services, request.params.id, request.body)
      const { act } = request.body
      request.log.info({ administrator: String(admin.id), act }, 'report decided')
      return messageAnswer(told)
    },
  )
}

function spaceRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/reports',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listSpaceReports',
      summary: 'List what was reported in a space, as its admin',
      params: contract.reportParams,
      response: { 200: contract.reportQueue },
      refuses: { forbidden: SPACE_MESSAGES.adminOnly },
    }),
    async (request) => readSpaceReports(actor(request), services, request.params.id),
  )

  app.post(
    '/spaces/:id/reports/:reportId/decision',
    route({
      audience: 'members',
      limit: limitOf('moderation'),
      operationId: 'decideSpaceReport',
      summary: 'Decide what was reported in a space, as its admin',
      params: contract.spaceReportParams,
      body: contract.spaceDecisionBody,
      permission: forAdminOfSpace(services),
      response: { 200: sentenceAnswer },
      refuses: { forbidden: SPACE_MESSAGES.adminOnly, conflict: MESSAGES.decidedAlready },
    }),
    async (request) => {
      const { id: spaceId, reportId } = request.params
      const { body } = request
      await decideSpaceReport(actor(request), services, { spaceId, reportId }, body)
      return messageAnswer(body.act === 'pass_on' ? MESSAGES.passedOn : MESSAGES.decided)
    },
  )
}
