import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/notifications.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { countUnread, markAllRead, markRead, readNotifications } from './notification-list.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Notifications',
  description: 'What members are told of each other’s acts.',
})

export function notificationRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/notifications',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listNotifications',
      summary: 'Read the own notifications, newest first',
      querystring: contract.notificationsQuery,
      response: { 200: contract.notificationList },
      isCached: true,
    }),
    async (request) => readNotifications(actor(request), services, request.query.before),
  )

  app.get(
    '/notifications/count',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'countUnreadNotifications',
      summary: 'Count the unread notifications',
      response: { 200: contract.notificationCount },
      isCached: true,
    }),
    async (request) => ({ count: await countUnread(actor(request), services) }),
  )

  app.put(
    '/notifications/:id/read',
    route({
      audience: 'members',
      limit: limitOf('read-marks'),
      operationId: 'markNotificationRead',
      summary: 'Mark a notification as read',
      params: contract.notificationParams,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await markRead(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.read)
    },
  )

  app.put(
    '/notifications/read-all',
    route({
      audience: 'members',
      limit: limitOf('read-marks'),
      operationId: 'markAllNotificationsRead',
      summary: 'Mark all notifications as read',
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await markAllRead(actor(request), services)
      return messageAnswer(MESSAGES.allRead)
    },
  )
}
