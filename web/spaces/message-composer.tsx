import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type Ref, useRef } from 'react'
import { messageBody } from '../../contract/space-messages.ts'
import { MESSAGE_MAX } from '../../contract/spaces.ts'
import { MentionField } from '../app/mentions/mention-field.tsx'
import { useDraft } from '../platform/drafts.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useTypingNotice } from './presence.ts'

interface MessageComposerProps {
  ref: Ref<HTMLTextAreaElement>
  spaceId: string
  onSend: (content: string) => void
  /** Opens my last message; false when there is none. */
  onEditLast: () => boolean
}

/**
 * Where a message is written; what stands here waits on the device until it is sent. Enter sends and
 * Shift and Enter break the line, but on a screen keyboard Enter breaks it and the button sends.
 */
export function MessageComposer({ ref, spaceId, onSend, onEditLast }: MessageComposerProps) {
  const [text, setText, clear] = useDraft(`message-${spaceId}`)
  const noticeTyping = useTypingNotice(spaceId)
  const isTouched = useRef(false)
  const isBlank = text.trim() === ''
  const parsed = messageBody.safeParse({ content: text })

  function send(event?: FormEvent) {
    event?.preventDefault()
    if (!parsed.success) return
    onSend(parsed.data.content)
    clear()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowUp' && text === '' && onEditLast()) event.preventDefault()
    if (event.key !== 'Enter' || event.shiftKey || isTouched.current) return
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={send} className="flex shrink-0 items-start gap-1 px-3 pb-3">
      <MentionField
        ref={ref}
        place={{ spaceId }}
        label="Message"
        isLabelHidden
        placeholder="Write a message…"
        rows={1}
        value={text}
        onPointerDown={({ pointerType }) => {
          isTouched.current = pointerType === 'touch'
        }}
        onText={(words) => {
          setText(words)
          if (words.trim() !== '') noticeTyping()
        }}
        onKeyDown={handleKey}
        counterMax={MESSAGE_MAX}
        error={isBlank ? undefined : parsed.error?.issues[0]?.message}
        className="min-w-0 flex-1"
      />
      <IconButton
        type="submit"
        label="Send message"
        icon={<SendHorizontal />}
        // Pressing it keeps the keyboard of a phone open.
        onPointerDown={(event) => event.preventDefault()}
        className="text-ember sm:mt-1"
      />
    </form>
  )
}
