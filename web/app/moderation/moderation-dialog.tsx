import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '../../../contract/admin.ts'
import { REMOVAL_KEPT_DAYS } from '../../../contract/removal.ts'
import { errorMessage, isServerAway } from '../../platform/api-error.ts'
import { ConfirmTwice } from '../../ui/confirm-twice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isAdministrationClosed } from '../administration.ts'
import { ReasonField, requireReason } from '../reason-field.tsx'
import { SecondFactorDemand } from '../second-factor-demand.tsx'
import { useUser } from '../session.tsx'
import { isAdministrator, type ModerationAction, moderate } from './api.ts'

interface Words {
  question: (name: string) => string
  details: (name: string, isOwn: boolean) => string
  /** The act, where it is no removal. */
  label?: string
  done: string
  /** Said where the server is at fault. */
  failed?: string
}

const WORDS: Record<ModerationAction['kind'], Words> = {
  post: {
    question: () => MESSAGES.deletePostConfirm,
    details: (name, isOwn) =>
      `It is gone for everybody, with its comments. ${isOwn ? KEPT : told(name)} ${UNDO}`,
    label: 'Delete',
    done: MESSAGES.postDeleted,
    failed: MESSAGES.deletePostFailed,
  },
  comment: {
    question: (name) => `Remove this comment by ${name}?`,
    details: (name) => `It is gone for everybody. ${told(name)} ${UNDO}`,
    done: MESSAGES.commentDeleted,
  },
  message: {
    question: (name) => `Remove this message by ${name}?`,
    details: (name) => `It is gone for everybody in the space. ${told(name)} ${UNDO}`,
    done: MESSAGES.messageDeleted,
  },
  space: {
    question: (name) => `Remove ${name}?`,
    details: () =>
      `The space and all that was said in it are gone for everybody. ${told('Every member')} ${UNDO}`,
    done: MESSAGES.spaceRemoved,
  },
  photo: {
    question: (name) => `Remove the photo of ${name}?`,
    details: (name) => `It is gone wherever ${name} is seen. ${told(name)} ${UNDO}`,
    done: MESSAGES.photoRemoved,
  },
  sessions: {
    question: (name) => `Sign ${name} out everywhere?`,
    details: (name) =>
      `All their devices are signed out at once; they can sign in again. ${told(name)}`,
    label: 'Sign out',
    done: MESSAGES.sessionsEnded,
  },
}

const KEPT = 'Your reason is kept in the log.'
const UNDO = `It can be given back for ${REMOVAL_KEPT_DAYS} days, from the log.`

function told(name: string): string {
  return `${name} is told, with your reason. It is kept in the log.`
}

interface ModerationDialogProps {
  action: ModerationAction
  /** Whose it is, or who runs it. */
  ownerId: string
  onClose: () => void
  /** The dialog stays until the promise is kept: what it was asked from is gone by then. */
  onDone?: () => Promise<unknown>
}

/** Asks why; a second time where it is about another administrator. */
export function ModerationDialog({ action, ownerId, onClose, onDone }: ModerationDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const viewer = useUser()
  const isClosed = isAdministrationClosed(viewer)
  const isOwn = ownerId === viewer._id
  const [reason, setReason] = useState('')
  const { question, details, label = 'Remove', done, failed } = WORDS[action.kind]
  if (isClosed)
    return (
      <Dialog isOpen onClose={onClose} title={question(action.name)}>
        <SecondFactorDemand />
      </Dialog>
    )
  return (
    <ConfirmTwice
      isOpen
      onClose={onClose}
      sentence={question(action.name)}
      details={
        <>
          <Quoted action={action} />
          {details(action.name, isOwn)}
        </>
      }
      confirmLabel={label}
      isDanger
      secondQuestion={async () => {
        requireReason(reason)
        const isAboutAdministrator = !isOwn && (await isAdministrator(ownerId))
        return isAboutAdministrator ? MESSAGES.actOnAdministratorConfirm : undefined
      }}
      onConfirm={async () => {
        await moderate(client, action, reason.trim())
        await onDone?.()
        toast.success(done)
      }}
      describeError={(error) =>
        failed && isServerAway(error)
          ? failed
          : errorMessage(error, failed ?? MESSAGES.interventionFailed)
      }
    >
      <ReasonField required label="Why?" reason={reason} onChange={setReason} />
    </ConfirmTwice>
  )
}

/** Which post it is: in a list others stand beside it. */
function Quoted({ action: { kind, name, text = '' } }: { action: ModerationAction }) {
  if (kind !== 'post') return null
  const firstLine = text.trim().split('\n', 1)[0]
  return (
    <bdi className="block wrap-anywhere font-medium">
      {`${name}: ${firstLine ? `“${firstLine}”` : 'a picture'}`}
    </bdi>
  )
}
