import { type AdminAct, MESSAGES, subjectParams } from '../../contract/admin.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import {
  MESSAGES as REMOVAL_MESSAGES,
  type RemovedKind,
  reasonQuery,
  undoBody,
} from '../../contract/removal.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { routesOf } from '../platform/http/route.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { endMembersSessions } from './end-sessions.ts'
import { removeThing } from './removals.ts'
import { undoAct } from './undo.ts'

// What administrators take away where they see it, and undo, always with a reason.

const route = routesOf({
  name: 'Moderation',
  description: 'What administrators take away, each with a reason that is told and kept.',
})

interface ModerationAction {
  path: string
  act: AdminAct
  operationId: string
  summary: string
  answer: string
  work: (actor: Actor, services: Services, id: Id, reason: string) => Promise<void>
}

/** Taken away, and kept for a while to be given back. */
function removal(kind: RemovedKind): ModerationAction['work'] {
  return (actor, services, id, reason) => removeThing(actor, services, { kind, id }, reason)
}

const MODERATION_ACTIONS: ModerationAction[] = [
  {
    path: '/admin/comment/:id',
    act: 'delete_comment',
    operationId: 'moderateComment',
    summary: "Delete a member's comment",
    answer: MESSAGES.commentDeleted,
    work: removal('comment'),
  },
  {
    path: '/admin/message/:id',
    act: 'delete_message',
    operationId: 'moderateMessage',
    summary: "Delete a member's message in a space",
    answer: MESSAGES.messageDeleted,
    work: removal('message'),
  },
  {
    path: '/admin/space/:id',
    act: 'remove_space',
    operationId: 'moderateSpace',
    summary: 'Remove a space with all that was said in it',
    answer: MESSAGES.spaceRemoved,
    work: removal('space'),
  },
  {
    path: '/admin/user/:id/photo',
    act: 'remove_photo',
    operationId: 'moderatePhoto',
    summary: "Remove a member's profile photo",
    answer: MESSAGES.photoRemoved,
    work: removal('photo'),
  },
  {
    path: '/admin/user/:id/profile',
    act: 'remove_profile',
    operationId: 'moderateProfile',
    summary: 'Remove what a member says of themself, with their photo',
    answer: MESSAGES.profileRemoved,
    work: removal('profile'),
  },
  {
    path: '/admin/user/:id/sessions',
    act: 'end_sessions',
    operationId: 'endSessionsOfMember',
    summary: 'Sign a member out everywhere',
    answer: MESSAGES.sessionsEnded,
    work: endMembersSessions,
  },
]

export function moderationRoutes(app: ApiRoutes, services: Services) {
  for (const { path, act, operationId, summary, answer, work } of MODERATION_ACTIONS)
    app.delete(
      path,
      route({
        audience: 'administrators',
        limit: limitOf('moderation'),
        operationId,
        summary,
        params: subjectParams,
        querystring: reasonQuery,
        response: { 200: sentenceAnswer },
      }),
      async (request) => {
        const admin = actor(request)
        await work(admin, services, request.params.id, request.query.reason)
        request.log.info({ administrator: String(admin.id), act }, 'administrator acted')
        return messageAnswer(answer)
      },
    )

  app.post(
    '/admin/acts/:id/undo',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'undoAdminAct',
      summary: 'Undo what an act took away, changed or decided, for 30 days',
      params: subjectParams,
      body: undoBody,
      response: { 200: sentenceAnswer },
      refuses: {
        forbidden: REMOVAL_MESSAGES.undoneByOthers,
        not_found: REMOVAL_MESSAGES.notUndoable,
        conflict: REMOVAL_MESSAGES.isReplaced,
      },
    }),
    async (request) => {
      const admin = actor(request)
      const { id } = request.params
      const sentence = await undoAct(admin, services, id, request.body.text)
      request.log.info({ administrator: String(admin.id), act: 'undo' }, 'administrator acted')
      return messageAnswer(sentence)
    },
  )
}
