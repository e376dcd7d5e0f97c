import { ImagePlus, SendHorizontal } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  Suspense,
  useMemo,
  useRef,
} from 'react'
import { imageMessageFields, messageBody } from '../../../contract/message-bodies.ts'
import { IMAGE_ACCEPT, IMAGES_MAX } from '../../../contract/posts.ts'
import { MESSAGE_MAX } from '../../../contract/spaces.ts'
import { type Attachments, useAttachments } from '../../app/attachments.ts'
import { MentionField } from '../../app/mentions/mention-field.tsx'
import { useDraft } from '../../platform/drafts.ts'
import { optionalChunk, useWasOpened } from '../../platform/lazy-chunk.ts'
import { DropTarget } from '../../ui/drop-target.tsx'
import { FileInput } from '../../ui/file-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isComposing } from '../../ui/input-method.ts'
import { useToast } from '../../ui/toast.tsx'
import { useTypingNotice } from './presence.ts'
import { usePreviewChoice } from './preview-choice.ts'
import type { ReplyTo } from './reply-to.ts'

const MessageAttachments = optionalChunk(
  () => import('../../app/message-attachments.tsx'),
  'MessageAttachments',
)
const ComposerPreviews = optionalChunk(() => import('./composer-previews.tsx'), 'ComposerPreviews')

interface MessageComposerProps {
  ref: RefObject<HTMLTextAreaElement | null>
  spaceId: string
  /** False: it was not taken, and stays here. */
  onSend: (content: string, more?: Record<string, string>, images?: File[]) => boolean
  /** Opens my last message; false when there is none. */
  onEditLast: () => boolean
  replyTo: ReplyTo
  canMentionAll?: boolean
  /** Why pictures would be refused here. */
  noImages?: string | undefined
}

/**
 * Where a message is written; what stands here waits on the device until it is sent. Enter sends
 * and Shift and Enter break the line, but on a screen keyboard Enter breaks it and the button
 * sends. It is not drawn again for what is said above.
 */
export const MessageComposer = memo((props: MessageComposerProps) => {
  const { ref: field, spaceId, replyTo, canMentionAll, noImages } = props
  const form = useMessageForm(props)
  const { text, type, problem, preview, attachments, send, handleKey, isTouched } = form
  const toast = useToast()
  const choose = (files: FileList) =>
    noImages && files.length > 0 ? toast.alert(noImages) : attachments.choose(files)
  const isAttaching = useWasOpened(attachments.images.length + attachments.chosen.length > 0)
  return (
    <form
      onSubmit={send}
      onPaste={(event) => {
        // Text copied from a document brings a picture of itself along: the words are meant.
        if (!event.clipboardData.types.includes('text/plain')) choose(event.clipboardData.files)
      }}
      className="flex shrink-0 flex-wrap items-start gap-1 px-3 pb-3"
    >
      {(replyTo.repliedTo || preview.isOffered) && (
        <Suspense>
          <ComposerPreviews {...{ text, field, replyTo, preview }} />
        </Suspense>
      )}
      {isAttaching && (
        <Suspense>
          <MessageAttachments key={attachments.sentCount} {...{ attachments, field }} />
        </Suspense>
      )}
      {!noImages && <AttachButton attachments={attachments} />}
      <MentionField
        ref={field}
        place={{ spaceId }}
        canMentionAll={canMentionAll}
        label="Message"
        isLabelHidden
        placeholder="Write a message…"
        rows={1}
        value={text}
        onPointerDown={({ pointerType }) => {
          isTouched.current = pointerType === 'touch'
        }}
        onText={type}
        onKeyDown={handleKey}
        counterMax={MESSAGE_MAX}
        error={text.trim() === '' ? undefined : problem}
        className="min-w-0 flex-1"
      />
      <SendButton />
      <DropTarget onDrop={choose}>{noImages ?? 'Drop your images here'}</DropTarget>
    </form>
  )
})

/** What is typed and goes with it, and the ways to send it. */
function useMessageForm({ spaceId, onSend, onEditLast, replyTo }: MessageComposerProps) {
  const [text, setText, clear] = useDraft(`message-${spaceId}`)
  const preview = usePreviewChoice(spaceId, text)
  const { repliedTo } = replyTo
  const noticeTyping = useTypingNotice(spaceId)
  const isTouched = useRef(false)
  const attachments = useAttachments(spaceId)
  const { images, alts } = attachments
  const hasImages = images.length > 0
  // The chat around it changes more often than what is written.
  const parsed = useMemo(() => {
    const schema = hasImages ? imageMessageFields : messageBody
    return schema.safeParse({ content: text, ...alts })
  }, [hasImages, text, alts])

  function type(words: string) {
    setText(words)
    if (words.trim() !== '') noticeTyping()
  }

  function send(event?: FormEvent) {
    event?.preventDefault()
    // What was chosen a moment ago is meant to go along.
    if (!parsed.success || attachments.chosen.length > 0) return
    const more = {
      ...(hasImages && describedBy(alts, images.length)),
      ...(repliedTo?._id && { replyTo: repliedTo._id }),
      ...(preview.isRefused && { noPreview: 'yes' }),
    }
    if (!onSend(parsed.data.content, more, images)) return
    clear()
    attachments.clear()
    replyTo.stop()
    preview.forget()
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape' && repliedTo) {
      // It would close the whole chat.
      event.stopPropagation()
      replyTo.stop()
    }
    if (event.key === 'ArrowUp' && text === '' && onEditLast()) event.preventDefault()
    if (event.key !== 'Enter' || event.shiftKey || isTouched.current) return
    event.preventDefault()
    send()
  }

  const problem = parsed.error?.issues.find(({ path }) => path[0] === 'content')?.message
  return { text, type, problem, preview, attachments, send, handleKey, isTouched }
}

/** What was said of pictures that were taken away again is not sent. */
function describedBy(alts: Attachments['alts'], count: number): Record<string, string> {
  return Object.fromEntries(Object.entries(alts).slice(0, count))
}

function AttachButton({ attachments: { images, choose } }: { attachments: Attachments }) {
  return (
    <FileInput label="Image" accept={IMAGE_ACCEPT} multiple onChoose={choose}>
      {(open) => (
        <IconButton
          label={images.length === 0 ? 'Add images' : 'Add more images'}
          icon={<ImagePlus />}
          disabled={images.length === IMAGES_MAX}
          onClick={open}
          className="sm:mt-1"
        />
      )}
    </FileInput>
  )
}

function SendButton() {
  return (
    <IconButton
      type="submit"
      label="Send message"
      icon={<SendHorizontal />}
      // Pressing it keeps the keyboard of a phone open.
      onPointerDown={(event) => event.preventDefault()}
      className="text-ember sm:mt-1"
    />
  )
}
