import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  editedMessageBody,
  messageBody,
  type SpaceMessage,
} from '../../../contract/space-messages.ts'
import { MESSAGE_MAX } from '../../../contract/spaces.ts'
import { MentionField } from '../../app/mentions/mention-field.tsx'
import { Button } from '../../ui/button.tsx'

interface MessageEditorProps {
  spaceId: string
  message: SpaceMessage
  /** Resolves to whether it was saved; if not, the words stay here. */
  onSave: (content: string) => Promise<boolean>
  onDone: () => void
}

/** In place of the message: Enter saves, Esc leaves it as it was. */
export function MessageEditor({ spaceId, message, onSave, onDone }: MessageEditorProps) {
  const [text, setText] = useState(message.content)
  const [isSaving, setIsSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const schema = message.images.length > 0 ? editedMessageBody : messageBody
  const parsed = schema.safeParse({ content: text })
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  async function save() {
    if (!parsed.success || isSaving) return
    if (parsed.data.content === message.content) return onDone()
    setIsSaving(true)
    const isSaved = await onSave(parsed.data.content)
    setIsSaving(false)
    if (isSaved) onDone()
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // It would close the whole chat.
      event.stopPropagation()
      onDone()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }

  return (
    <div className="flex w-full flex-col gap-2">
      <MentionField
        ref={field}
        place={{ spaceId }}
        label="Edit message"
        isLabelHidden
        rows={1}
        value={text}
        onText={setText}
        onKeyDown={handleKey}
        counterMax={MESSAGE_MAX}
        error={parsed.error?.issues[0]?.message}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button size="small" variant="primary" busy={isSaving} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  )
}
