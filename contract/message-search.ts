import { z } from 'zod'
import { messageList } from './space-messages.ts'
import { MESSAGES, SEARCH_MAX } from './spaces.ts'
import { id, parsedId, typedText } from './text.ts'

export const MESSAGE_SEARCH_PAGE_SIZE = 20

/** `before`: the page's own, to look further back from there. */
export const messageSearchQuery = z.object({
  q: typedText(SEARCH_MAX, { long: MESSAGES.searchLong }),
  before: parsedId.optional(),
})
export type MessageSearchQuery = z.output<typeof messageSearchQuery>

/**
 * The newest first. So many messages are looked at for one answer: it may hold few or none while
 * there is more further `before`, which is null once everything was looked at.
 */
export const messageSearchPage = z.object({ messages: messageList, before: id.nullable() })
export type MessageSearchPage = z.infer<typeof messageSearchPage>
