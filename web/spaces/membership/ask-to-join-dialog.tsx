import { useId } from 'react'
import { joinRequestBody } from '../../../contract/join-requests.ts'
import { JOIN_MESSAGE_MAX, MESSAGES, type Space } from '../../../contract/spaces.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
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
  const form = useForm({
    parse() {
      const body = joinRequestBody.safeParse({ spaceId: space._id, message })
      // Where it is too long, the field itself says so.
      return body.success ? { data: body.data.message } : { errors: {} }
    },
    async send(text: string) {
      await ask.mutateAsync(text)
      clearMessage()
      onClose()
    },
    ...{ failed: MESSAGES.requestFailed, fields: ['message'] as const },
  })

  const problem = form.errors.message ?? form.failure?.sentence

  function close() {
    // Whether it was sent is told here.
    if (form.isSubmitting) return
    form.reset()
    onClose()
  }

  return (
    <Dialog
      title="Request to join"
      description={<WhoDecides {...space} />}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={form.isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.isSubmitting}>
            Send request
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextArea
          label="Message (optional)"
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          counterMax={JOIN_MESSAGE_MAX}
          tooLong={MESSAGES.joinMessageLong}
          readOnly={form.isSubmitting}
        />
        {problem && <Banner tone="error">{problem}</Banner>}
      </form>
    </Dialog>
  )
}

function WhoDecides({ name, isInvitedByMember }: Space) {
  return (
    <>
      <bdi className="wrap-anywhere">{name}</bdi> is private. Its admin decides who comes in.
      {isInvitedByMember && ' Who invited you is said with your request.'}
    </>
  )
}
