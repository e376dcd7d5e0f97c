import { z } from 'zod'
import { author } from './author.ts'
import { DAY_MS } from './durations.ts'
import { JOIN_MESSAGE_MAX, MESSAGES } from './spaces.ts'
import { id, parsedId, timestamp, typedText } from './text.ts'

/** Lists of join requests are cut to this many: the oldest to answer, the newest of one's own. */
export const JOIN_REQUESTS_SHOWN_MAX = 100
/** A denied person may ask again after this. */
export const ASK_AGAIN_AFTER_MS = DAY_MS

export const joinRequestBody = z.object({
  spaceId: parsedId,
  message: typedText(JOIN_MESSAGE_MAX, { long: MESSAGES.joinMessageLong }).default(''),
})
export const joinAnswerBody = z
  .object({
    adminResponse: typedText(JOIN_MESSAGE_MAX, { long: MESSAGES.joinMessageLong }).default(''),
  })
  .prefault({})
export const joinRequest = z.object({
  _id: id,
  space: z.object({ _id: id, name: z.string() }),
  user: author,
  message: z.string(),
  /** The name of the member who invited them, the first of several. */
  invitedBy: z.string().nullable(),
  /** How many invited them, that one among them. */
  inviterCount: z.number().int(),
  status: z.enum(['pending', 'approved', 'denied']),
  adminResponse: z.string(),
  createdAt: timestamp,
})
export type JoinRequest = z.infer<typeof joinRequest>
export const joinRequestList = z.array(joinRequest)
export const joinRequestAnswer = z.object({ joinRequest })
export const joinRequestParams = z.object({ id: parsedId })
export const joinRequestSpaceParams = z.object({ spaceId: parsedId })
