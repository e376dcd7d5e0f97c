import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { newMessageBody } from '../../contract/message-bodies.ts'
import { MESSAGE_MAX } from '../../contract/spaces.ts'
import { errorMessage } from '../platform/api-error.ts'
import { readDraft, useDraft } from '../platform/drafts.ts'
import { sessionSignal } from '../platform/token-store.ts'
import { spaceSummariesOptions } from '../spaces/space-summaries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useToast } from '../ui/toast.tsx'
import { sharePost } from './share-api.ts'

interface ShareDialogProps {
  postId: string
  onClose: () => void
}

export function ShareDialog({ postId, onClose }: ShareDialogProps) {
  const toast = useToast()
  const [spaceId, setSpaceId] = useState<string>()
  const draft = `share-${postId}`
  const [content, setContent, clearContent] = useDraft(draft)
  const [problem, setProblem] = useState('')
  const words = useRef<HTMLTextAreaElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { data } = useQuery(spaceSummariesOptions)
  const chosen = data?.rooms.find(({ _id }) => _id === spaceId)
  const parsed = newMessageBody.safeParse({ content, postId })
  const wrong = parsed.error?.issues[0]?.message

  async function share() {
    if (!chosen) return setProblem('Please choose a space.')
    if (wrong) return words.current?.focus()
    setIsBusy(true)
    const session = sessionSignal()
    try {
      await sharePost(chosen._id, { content: content.trim(), postId })
      // Other words may have been begun since, where the dialog was opened again.
      if (readDraft(draft) === content) clearContent()
      toast.success(`Shared to ${chosen.name}.`)
      if (words.current) onClose()
    } catch (error) {
      if (session.aborted) return
      // Who has closed the dialog is told where they are.
      const tell = words.current ? setProblem : toast.alert
      tell(errorMessage(error, 'The post could not be shared.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      title="Share to a space"
      onClose={onClose}
      footer={<Foot problem={problem} isBusy={isBusy} onShare={share} />}
    >
      <SpaceChoice
        chosen={spaceId}
        onChoose={(id) => {
          setProblem('')
          setSpaceId(id)
        }}
      />
      <TextArea
        ref={words}
        label="Words (optional)"
        rows={2}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        counterMax={MESSAGE_MAX}
        error={wrong}
        readOnly={isBusy}
      />
    </Dialog>
  )
}

interface FootProps {
  problem: string
  isBusy: boolean
  onShare: () => void
}

function Foot({ problem, isBusy, onShare }: FootProps) {
  return (
    <>
      {problem && (
        <p role="alert" className="me-auto min-w-0 self-center text-danger text-sm">
          {problem}
        </p>
      )}
      <Button variant="primary" busy={isBusy} onClick={onShare}>
        Share
      </Button>
    </>
  )
}

interface SpaceChoiceProps {
  chosen: string | undefined
  onChoose: (spaceId: string) => void
}

function SpaceChoice({ chosen, onChoose }: SpaceChoiceProps) {
  const name = useId()
  const query = useQuery(spaceSummariesOptions)
  const { data, isPending } = query
  if (isPending) return <Spinner label="Loading spaces" className="m-4 text-ember" />
  if (!data) return <ErrorState text="Your spaces could not be loaded." query={query} />
  if (data.rooms.length === 0)
    return <p className="py-4 text-ink-soft">You are not in any space yet.</p>
  return (
    <fieldset className="mb-4 max-h-64 overflow-y-auto">
      <legend className="sr-only">Space</legend>
      {data.rooms.map((room) => (
        <label key={room._id} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={room._id === chosen}
            onChange={() => onChoose(room._id)}
            className="size-5 shrink-0 accent-ember-fill"
          />
          <span dir="auto" className="wrap-anywhere min-w-0">
            {room.name}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
