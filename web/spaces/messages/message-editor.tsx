import { useState } from 'react'
import { editMessageBody, type MessageEdit } from '../../../contract/edits.ts'
import { messageBody } from '../../../contract/message-bodies.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGE_MAX, MESSAGES } from '../../../contract/spaces.ts'
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
  const [altsBefore] = useState(message.images.map(({ alt }) => alt))
  const [alts, setAlts] = useState(altsBefore)
  const isRedescribed = alts.some((alt, place) => alt !== altsBefore[place])
  const isMoreThanWords = alts.length > 0 || message.postId !== null
  const { content: textSchema } = (isMoreThanWords ? editMessageBody : messageBody).shape
  const altProblems = editMessageBody.shape.imageAlts.safeParse(alts).error?.issues ?? []
  return (
    <TextEditor
      label="Edit message"
      place={{ spaceId }}
      draftKey={`edit-message-${message._id}`}
      words={messageTextOf(message)}
      counterMax={MESSAGE_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      savesOnEnter
      hasOtherChanges={isRedescribed}
      hasOtherProblems={altProblems.length > 0}
      failedSentence={MESSAGES.editMessageFailed}
      save={(content, revision) =>
        onSave({ content, revision, ...(isRedescribed && { imageAlts: alts }) })
      }
      reread={() => reread(spaceId, message._id)}
      onDone={onDone}
    >
      <ImageDescriptions
        alts={alts}
        onAlts={setAlts}
        problemOf={(place) => altProblems.find(({ path }) => path[0] === place)?.message}
      />
    </TextEditor>
  )
}

function messageTextOf({ content, revision }: SpaceMessage) {
  return { text: content, revision }
}

/** What the message says by now; undefined where it is gone. */
async function reread(spaceId: string, messageId: string) {
  const [now] = await readPastPage(spaceId, 'from', messageId)
  return now?._id === messageId ? messageTextOf(now) : undefined
}
