import { z } from 'zod'
import { decisionText } from './reports.ts'
import { typedText } from './text.ts'

export const REASON_MAX = 200

export const MESSAGES = {
  reasonMissing: 'Please say why: they are told.',
  reasonLong: `The reason can have at most ${REASON_MAX} characters.`,
  postRemoved: 'An administrator removed one of your posts',
  commentRemoved: 'An administrator removed one of your comments',
  photoRemoved: 'An administrator removed your profile photo',
  signedOut: 'An administrator signed you out everywhere',
  spaceRemoved: (spaceName: string) => `An administrator removed ${spaceName}`,
  messageRemoved: (spaceName: string) => `One of your messages in ${spaceName} was removed`,
  memberRemoved: (spaceName: string) => `You were removed from ${spaceName}`,
  spaceDeleted: (spaceName: string) => `${spaceName} was deleted`,
  profileRemoved: (parts: string) => `An administrator removed ${parts} from your profile`,
  postBack: 'One of your posts is there again',
  commentBack: 'One of your comments is there again',
  photoBack: 'Your profile photo is there again',
  profileBack: 'What was removed from your profile is there again',
  messageBack: (spaceName: string) => `One of your messages in ${spaceName} is there again`,
  spaceBack: (spaceName: string) => `${spaceName} is there again`,
  communityBack: 'A change you made to the community was undone',
  undone: 'It is there again. Whom it concerns is told.',
  changeUndone: 'It is as it was before.',
  undoFailed: 'That could not be undone.',
  notUndoable: 'This cannot be undone any more.',
  undoneByOthers: 'Somebody else has to undo what was done to you.',
  isReplaced: 'Something else stands there now, or there is no place for it any more.',
  isChangedAgain: 'Some of this was changed again since. Please change it in the settings.',
} as const

/** What an administrator takes away is kept so long, and can be given back. */
export const REMOVAL_KEPT_DAYS = 30

const REMOVED_KINDS = ['post', 'comment', 'message', 'photo', 'profile', 'space'] as const
export type RemovedKind = (typeof REMOVED_KINDS)[number]

/** What an act can have taken away or changed, and be undone. */
export const UNDOABLE_KINDS = [...REMOVED_KINDS, 'community'] as const
export type UndoableKind = (typeof UNDOABLE_KINDS)[number]

/** Why: told to whom it concerns, and kept in the log where an administrator acts. */
export const removalQuery = z.object({
  reason: typedText(REASON_MAX, { long: MESSAGES.reasonLong }).default(''),
})

/** The same where there has to be one. */
export const reasonQuery = z.object({
  reason: typedText(REASON_MAX, { blank: MESSAGES.reasonMissing, long: MESSAGES.reasonLong }),
})

/** Why it is given back: told to whom it concerns. */
export const undoBody = z.object({ text: decisionText })
