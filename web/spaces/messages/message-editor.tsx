import { useState } from 'react'
import { editMessageBody, type MessageEdit } from '../../../contract/edits.ts'
import { messageBody } from '../../../contract/message-bodies.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGE_MAX, MESSAGES } from '../../../contract/spaces.ts'
import { useEditedDescriptions } from '../../app/edited-descriptions.ts'
import { ImageDescriptions } from '../../app/image-descriptions.tsx'
import { TextEditor } from '../../app/text-editor.tsx'
import { readPastPage } from './messages-api.ts'

interface MessageEditorProps {
  spaceId: string
  message: SpaceMessage
  /** Rejects where it was not saved; then the words stay here. */
  onSave: (edit: MessageEdit) => Promise<void>
  onDone: (isFocusHere: boolean) => void
}

/**
 * In place of the words, the pictures' descriptions below them: Enter saves, Esc leaves all as it
 * was.
 */
export function MessageEditor({ spaceId, message, onSave, onDone }: MessageEditorProps) {
  const [read, setRead] = useState(message)
  // Where another device was first, that is read before the room may hear of it.
  const latest = read.revision > message.revision ? read : message
  const draftKey = `edit-message-${message._id}`
  const descriptions = useEditedDescriptions(draftKey, latest)
  const { alts, isChanged } = descriptions
  const isMoreThanWords = alts.length > 0 || message.postId !== null
  const { content: textSchema } = (isMoreThanWords ? editMessageBody : messageBody).shape
  const altProblems = editMessageBody.shape.imageAlts.safeParse(alts).error?.issues ?? []

  async function save(content: string, seen: number) {
    const revision = Math.min(seen, descriptions.began)
    await onSave({ content, revision, ...(isChanged && { imageAlts: alts }) })
    descriptions.clearSaved()
  }

  /** What the message says by now; undefined where it is gone. */
  async function reread() {
    const [now] = await readPastPage(spaceId, 'from', message._id)
    if (now?._id !== message._id) return undefined
    setRead(now)
    return messageTextOf(now)
  }

  return (
    <TextEditor
      label="Edit message"
      place={{ spaceId }}
      draftKey={draftKey}
      words={messageTextOf(message)}
      counterMax={MESSAGE_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      savesOnEnter
      hasOtherChanges={isChanged}
      hasOtherProblems={altProblems.length > 0}
      failedSentence={MESSAGES.editMessageFailed}
      save={save}
      reread={reread}
      onSeen={descriptions.goOnFrom}
      onDone={(isFocusHere) => {
        descriptions.clear()
        onDone(isFocusHere)
      }}
    >
      <ImageDescriptions
        alts={alts}
        onAlts={descriptions.describe}
        problemOf={(place) => altProblems.find(({ path }) => path[0] === place)?.message}
      />
    </TextEditor>
  )
}

function messageTextOf({ content, revision }: SpaceMessage) {
  return { text: content, revision }
}
