import { messageBody } from '../../contract/errors.ts'
import * as contract from '../../contract/notifications.ts'
import { actor } from '../accounts/auth-hook.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { messageAnswer } from '../platform/http/message-answer.ts'
import type { Services } from '../services.ts'
import { countUnread, markAllRead, markRead, readNotifications } from './notification-list.ts'

// Notifications: what members are told of each other's acts, each in one place and only to the
// one it is for. Reading is safe to repeat, and every open page of the member follows at once.

const { MESSAGES } = contract

export function notificationRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/notifications',
    {
      config: { audience: 'members' },
      schema: {
        querystring: contract.notificationsQuery,
        response: { 200: contract.notificationList },
      },
    },
    async (request) => readNotifications(actor(request), services, request.query.before),
  )

  app.get(
    '/notifications/count',
    { config: { audience: 'members' }, schema: { response: { 200: contract.notificationCount } } },
    async (request) => ({ count: await countUnread(actor(request), services) }),
  )

  app.put(
    '/notifications/:id/read',
    {
      config: { audience: 'members' },
      schema: { params: contract.notificationParams, response: { 200: messageBody } },
    },
    async (request) => {
      await markRead(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.read)
    },
  )

  app.put(
    '/notifications/read-all',
    { config: { audience: 'members' }, schema: { response: { 200: messageBody } } },
    async (request) => {
      await markAllRead(actor(request), services)
      return messageAnswer(MESSAGES.allRead)
    },
  )
}
