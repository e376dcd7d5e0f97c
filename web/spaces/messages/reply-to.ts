import { type RefObject, useMemo } from 'react'
import { type SpaceMessage, spaceMessage } from '../../../contract/space-messages.ts'
import { useDraft } from '../../platform/drafts.ts'
import { quotedOf } from './chat-log.ts'

/** Which message the next one answers; kept on the device with the words that are typed. */
export function useReplyTo(
  spaceId: string,
  messages: readonly SpaceMessage[],
  composer: RefObject<HTMLElement | null>,
) {
  const [kept, keep, clear] = useDraft(`answer-${spaceId}`)
  const known = useMemo(() => parsed(kept), [kept])
  const current = known && messages.find(({ _id }) => _id === known._id)
  return useMemo(
    () => ({
      /** As it is now, as far as that is loaded. */
      repliedTo: current ? quotedOf(current) : known,
      start(message: SpaceMessage) {
        keep(JSON.stringify(quotedOf(message)))
        // The sheet it was chosen in gives the focus back first.
        requestAnimationFrame(() => composer.current?.focus())
      },
      stop: clear,
    }),
    [known, current, keep, clear, composer],
  )
}

export type ReplyTo = ReturnType<typeof useReplyTo>

/** Nothing where it has another shape: drafts outlive updates. */
function parsed(kept: string) {
  try {
    return spaceMessage.shape.replyTo.parse(JSON.parse(kept))
  } catch {
    // There is none.
  }
}
