import { type FormEvent, useId, useState } from 'react'
import { JOIN_MESSAGE_MAX, joinRequestBody, MESSAGES, type Space } from '../../contract/spaces.ts'
import { ApiError } from '../platform/api-client.ts'
import { useDraft } from '../platform/drafts.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { sentenceOf } from './api.ts'
import { useAskToJoin } from './join-requests-api.ts'

interface AskToJoinDialogProps {
  space: Space
  isOpen: boolean
  onClose: () => void
}

/** Asks the admin of a private space to be let in, with a few words if one likes. */
export function AskToJoinDialog({ space, isOpen, onClose }: AskToJoinDialogProps) {
  const formId = useId()
  const ask = useAskToJoin(space._id)
  const [message, setMessage, clearMessage] = useDraft(`join-request-${space._id}`)
  const [problem, setProblem] = useState<string>()

  function close() {
    setProblem(undefined)
    onClose()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    const body = joinRequestBody.safeParse({ spaceId: space._id, message })
    // The field itself says what is wrong.
    if (!body.success || ask.isPending) return
    try {
      await ask.mutateAsync(body.data.message)
      clearMessage()
      close()
    } catch (error) {
      const atField = error instanceof ApiError ? error.fields.message : undefined
      setProblem(atField ?? sentenceOf(error, MESSAGES.requestFailed))
    }
  }

  return (
    <Dialog
      title="Request to join"
      description={
        <>
          <bdi className="wrap-anywhere">{space.name}</bdi> is private. Its admin decides who comes
          in.
        </>
      }
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={ask.isPending}>
            Send request
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="flex flex-col gap-4">
        <TextArea
          label="Message (optional)"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counterMax={JOIN_MESSAGE_MAX}
          tooLong={MESSAGES.joinMessageLong}
        />
        {problem && <Banner tone="error">{problem}</Banner>}
      </form>
    </Dialog>
  )
}
