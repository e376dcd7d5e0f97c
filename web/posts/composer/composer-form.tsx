import clsx from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useBeforeUnload } from 'react-router'
import { IMAGE_ALT_FIELDS, MESSAGES, POST_TEXT_MAX } from '../../../contract/posts.ts'
import { LinkPreviewChoice } from '../../app/link-preview-choice.tsx'
import { MentionField } from '../../app/mentions/mention-field.tsx'
import { useUser } from '../../app/session.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DropTarget } from '../../ui/drop-target.tsx'
import { isComposing } from '../../ui/input-method.ts'
import { AudienceChip } from '../audience-chip.tsx'
import { SQUAD_NOTE } from '../audiences.ts'
import { AttachedImages } from './attached-images.tsx'
import { ImageButton } from './image-button.tsx'
import { focusImageAt } from './image-focus.ts'
import { SendProgress } from './send-progress.tsx'
import type { Composer } from './use-composer.ts'

const DROP_HERE = (
  <>
    <ImagePlus aria-hidden className="size-6 text-ember" />
    Drop your images here
  </>
)

interface ComposerFormProps {
  composer: Composer
  /** What is asked where nothing is written yet. */
  question: string
}

export function ComposerForm({ composer, question }: ComposerFormProps) {
  const { images, failure, status } = composer
  const isSending = status === 'sending'
  const form = useRef<HTMLFormElement>(null)
  useBeforeUnload((event) => {
    // The words are kept on the device, and the pictures where the browser lets us.
    if ((images.length > 0 && !composer.areImagesKept) || isSending) event.preventDefault()
  })

  /** Their description is what comes next; who pastes goes on writing, one Tab away from it. */
  function chooseImages(files: Iterable<File>) {
    composer.addImages(files)
    // By touch no keyboard may spring up unasked.
    if (navigator.maxTouchPoints > 0) return
    requestAnimationFrame(() =>
      form.current
        ?.querySelector<HTMLElement>(`[name="${IMAGE_ALT_FIELDS[images.length]}"]`)
        ?.focus(),
    )
  }

  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // What is pressed in a dialog of the form comes here, too.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (isComposing(event)) return
    void composer.submit(event)
  }

  function keepFocus(place: number) {
    focusImageAt(place, form.current, () =>
      form.current?.querySelector<HTMLElement>('[type="file"] + button'),
    )
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={composer.submit}
      onKeyDown={submitByKey}
      onPaste={(event) => {
        // Text copied from a document brings a picture of itself along: the words are meant.
        if (event.clipboardData.types.includes('text/plain')) return
        composer.addImages(event.clipboardData.files)
      }}
      className="flex flex-col gap-4"
    >
      <Words {...{ composer, question }} />
      <Attachments composer={composer} onAct={keepFocus} />
      {failure && <Banner tone="error">{failure.sentence}</Banner>}
      <ComposerActions composer={composer} onChooseImages={chooseImages} />
      {composer.audience === 'squad' && <p className="text-ink-soft text-sm">{SQUAD_NOTE}</p>}
      <DropTarget onDrop={chooseImages}>{DROP_HERE}</DropTarget>
    </form>
  )
}

function Words({ composer, question }: ComposerFormProps) {
  const { fields, errors, status, audience } = composer
  const { username, profilePhoto } = useUser()
  return (
    <div className="flex gap-3">
      <span className="mt-7 max-[23rem]:hidden">
        <Avatar name={username} photoUrl={profilePhoto} />
      </span>
      <div className="min-w-0 flex-1">
        <MentionField
          place={{ audience }}
          label="Your post"
          placeholder={question}
          rows={5}
          value={fields.text}
          onText={(text) => composer.changeField('text', text)}
          counterMax={POST_TEXT_MAX}
          tooLong={MESSAGES.textLong}
          error={errors.text}
          readOnly={status === 'sending'}
          required
        />
      </div>
    </div>
  )
}

interface AttachmentsProps {
  composer: Composer
  onAct: (place: number) => void
}

function Attachments({ composer, onAct }: AttachmentsProps) {
  const { fields, errors, status } = composer
  return (
    <>
      {!fields.noPreview && status !== 'sending' && (
        <LinkPreviewChoice
          text={fields.text}
          onRefuse={() => {
            composer.changeField('noPreview', 'yes')
            onAct(0)
          }}
        />
      )}
      <AttachedImages composer={composer} onAct={onAct} />
      {errors.image && (
        <p role="alert" className="text-danger text-sm">
          {errors.image}
        </p>
      )}
    </>
  )
}

interface ComposerActionsProps {
  composer: Composer
  onChooseImages: (files: File[]) => void
}

function ComposerActions({ composer, onChooseImages }: ComposerActionsProps) {
  const { images, progress, status } = composer
  const sendButton = useRef<HTMLButtonElement>(null)
  const isSending = status === 'sending'

  function cancel() {
    composer.cancel()
    sendButton.current?.focus()
  }

  return (
    <div
      className={clsx(
        'flex items-center justify-between gap-3 max-[20rem]:flex-wrap sm:flex-wrap',
        isSending && 'flex-wrap',
      )}
    >
      {isSending ? (
        <SendProgress images={images} progress={progress} onCancel={cancel} />
      ) : (
        <ImageButton count={images.length} onChoose={onChooseImages} />
      )}
      <div className="ms-auto flex min-w-0 items-center gap-2">
        {!isSending && (
          <AudienceChip
            chosen={composer.audience}
            // What is chosen for who chose nothing leaves no draft behind.
            onChoose={(chosen) =>
              composer.changeField('audience', chosen === 'profile' ? '' : chosen)
            }
          />
        )}
        <Button ref={sendButton} type="submit" variant="primary" busy={isSending}>
          Post
        </Button>
      </div>
    </div>
  )
}
