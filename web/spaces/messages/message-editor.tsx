import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  editedMessageBody,
  type MessageEdit,
  messageBody,
} from '../../../contract/message-bodies.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGE_MAX } from '../../../contract/spaces.ts'
import { MentionField } from '../../app/mentions/mention-field.tsx'
import { PictureDescriptions } from '../../app/picture-descriptions.tsx'
import { Button } from '../../ui/button.tsx'

interface MessageEditorProps {
  spaceId: string
  message: SpaceMessage
  /** Resolves to whether it was saved; if not, the words stay here. */
  onSave: (edit: MessageEdit) => Promise<boolean>
  onDone: () => void
}

/** In place of the words, the pictures' descriptions below them: Enter saves, Esc leaves all as it was. */
export function MessageEditor(props: MessageEditorProps) {
  const { spaceId, onDone } = props
  const { text, setText, alts, setAlts, problemOf, save, isSaving } = useMessageEdit(props)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

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
        error={problemOf('content')}
      />
      <PictureDescriptions
        alts={alts}
        onAlts={setAlts}
        problemOf={(place) => problemOf('imageAlts', place)}
        onKeyDown={handleKey}
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

/** What is written in place of what was said, and the way to save it. */
function useMessageEdit({ message, onSave, onDone }: MessageEditorProps) {
  const [text, setText] = useState(message.content)
  const altsBefore = message.images.map(({ alt }) => alt)
  const [alts, setAlts] = useState(altsBefore)
  const schema = alts.length > 0 ? editedMessageBody : messageBody
  const parsed = schema.safeParse({ content: text, imageAlts: alts })
  const problemOf = (...place: PropertyKey[]) =>
    parsed.error?.issues.find(({ path }) => place.every((part, at) => path[at] === part))?.message
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    if (!parsed.success || isSaving) return
    const { content } = parsed.data
    const isRedescribed = alts.some((alt, place) => alt !== altsBefore[place])
    if (content === message.content && !isRedescribed) return onDone()
    setIsSaving(true)
    const isSaved = await onSave({ content, ...(isRedescribed && { imageAlts: alts }) })
    setIsSaving(false)
    if (isSaved) onDone()
  }

  return { text, setText, alts, setAlts, problemOf, save, isSaving }
}
