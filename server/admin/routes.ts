import * as contract from '../../contract/admin.ts'
import { messageBody } from '../../contract/errors.ts'
import { actor } from '../accounts/sign-in-required.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { said } from '../platform/http/said.ts'
import type { Services } from '../services.ts'
import { readActs } from './acts.ts'
import { readFigures } from './figures.ts'
import { deleteMember, deleteMembersPost, listUsers } from './moderation.ts'

// Administration: who is here, what they posted, and taking away what must not stay. Whoever is no
// administrator gets nothing at all. Every deletion is written down with who did it and why.

const { SAYS } = contract

export function adminRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/all',
    {
      config: { audience: 'administrators' },
      schema: {
        querystring: contract.administeredUsersQuery,
        response: { 200: contract.administeredUsers },
      },
    },
    async (request) => listUsers(services, request.query),
  )

  app.delete(
    '/admin/user/:id',
    {
      config: { audience: 'administrators' },
      schema: {
        params: contract.subjectParams,
        querystring: contract.deletionQuery,
        response: { 200: messageBody },
      },
    },
    async (request) => {
      const admin = actor(request)
      await deleteMember(admin, services, request.params.id, request.query.reason)
      request.log.info({ administrator: admin.id, act: 'delete_user' }, 'administrator acted')
      return said(SAYS.userDeleted)
    },
  )

  app.delete(
    '/admin/post/:id',
    {
      config: { audience: 'administrators' },
      schema: {
        params: contract.subjectParams,
        querystring: contract.deletionQuery,
        response: { 200: messageBody },
      },
    },
    async (request) => {
      const admin = actor(request)
      await deleteMembersPost(admin, services, request.params.id, request.query.reason)
      request.log.info({ administrator: admin.id, act: 'delete_post' }, 'administrator acted')
      return said(SAYS.postDeleted)
    },
  )

  app.get(
    '/admin/acts',
    {
      config: { audience: 'administrators' },
      schema: { querystring: contract.adminActsQuery, response: { 200: contract.adminActList } },
    },
    async (request) => readActs(services, request.query.before),
  )

  app.get(
    '/admin/figures',
    { config: { audience: 'administrators' }, schema: { response: { 200: contract.figures } } },
    async () => readFigures(services),
  )
}
