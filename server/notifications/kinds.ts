import { z } from 'zod'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import type { Notification } from '../../contract/notifications.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../contract/spaces.ts'

// What a notification can be about. Kept is the kind and what its sentence needs beyond who did
// it, never the sentence: that is made here, when the notification is shown, so that other words
// or another language also hold for what was told before.

const withoutParams = z.object({
  kind: z.literal(['friend_request', 'friend_accepted', 'comment', 'join_request']),
  params: z.strictObject({}).default({}),
})
const joinAnswer = z.object({
  kind: z.literal(['join_approved', 'join_denied']),
  /** The space's name as it was then. */
  params: z.strictObject({ spaceName: z.string(), adminResponse: z.string() }),
})
const spaceNews = z.object({
  kind: z.literal(['space_passed', 'space_opened']),
  params: z.strictObject({ spaceName: z.string() }),
})

/** A kind with its params. */
export const about = z.discriminatedUnion('kind', [withoutParams, joinAnswer, spaceNews])
export type About = z.input<typeof about>
export type NotificationKind = About['kind']

/** The type on the wire and, for `other`, the sentence. What cannot be read is told in general. */
export function wordsOf(
  kind: string,
  params: string,
  senderName: string,
): Pick<Notification, 'type' | 'text'> {
  const { data } = about.safeParse({ kind, params: JSON.parse(params) })
  switch (data?.kind) {
    case 'friend_request':
    case 'comment':
    case 'join_request':
      return { type: data.kind, text: '' }
    case 'friend_accepted':
      return other(FRIEND_MESSAGES.accepted(senderName))
    case 'join_approved':
      return other(answered(SPACE_MESSAGES.wasApproved, data.params))
    case 'join_denied':
      return other(answered(SPACE_MESSAGES.wasDenied, data.params))
    case 'space_passed':
      return other(SPACE_MESSAGES.passedToYou(data.params.spaceName))
    case 'space_opened':
      return other(SPACE_MESSAGES.wasOpened(data.params.spaceName))
    default:
      return other('')
  }
}

function other(text: string) {
  return { type: 'other', text } as const
}

function answered(
  sentence: (spaceName: string) => string,
  { spaceName, adminResponse }: z.output<typeof joinAnswer>['params'],
): string {
  return adminResponse === '' ? sentence(spaceName) : `${sentence(spaceName)}: ${adminResponse}`
}
