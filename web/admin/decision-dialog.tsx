import { useState } from 'react'
import { REMOVAL_KEPT_DAYS } from '../../contract/removal.ts'
import {
  type Decision,
  MESSAGES,
  type ReportedThing,
  type SuspensionDays,
} from '../../contract/reports.ts'
import { useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { SuspensionTime } from './suspension-time.tsx'

interface DecisionDialogProps {
  thing: ReportedThing
  act: Decision['act']
  onClose: () => void
}

export const KIND_NAMES: Record<ReportedThing['kind'], string> = {
  post: 'post',
  comment: 'comment',
  message: 'message',
  profile: 'profile',
  space: 'space',
}

/** Says what follows from a decision and who hears of it, before it is made. */
export function DecisionDialog({ thing, act, onClose }: DecisionDialogProps) {
  const { mutateAsync } = useAdminAct()
  const [days, setDays] = useState<SuspensionDays>(7)
  const { username } = thing.member
  const { sentence, confirmLabel, details } = wordsOf(act, thing)
  const isAboutAdministrator = thing.isAdministrator && act !== 'dismiss'
  return (
    <ReasonDialog
      sentence={sentence}
      details={`${details} ${reporters(thing)}`}
      label={act === 'dismiss' ? 'Why? It is kept in the log.' : `What ${username} will read`}
      confirmLabel={confirmLabel}
      isDanger={act === 'remove' || act === 'suspend'}
      secondQuestion={
        isAboutAdministrator ? `${username} is an administrator. Do it all the same?` : undefined
      }
      onConfirm={(text) => mutateAsync({ kind: 'decide', reportId: thing._id, act, days, text })}
      onClose={onClose}
      failed={MESSAGES.decisionFailed}
    >
      {act === 'suspend' && <SuspensionTime days={days} onChange={setDays} />}
    </ReasonDialog>
  )
}

function wordsOf(act: Decision['act'], { kind, member: { username }, isSuspended }: ReportedThing) {
  const what = KIND_NAMES[kind]
  const told = kind === 'space' ? 'All its members are told' : `${username} is told`
  return {
    dismiss: {
      sentence: 'Dismiss this?',
      confirmLabel: 'Dismiss',
      details: `Nothing happens to the ${what}. ${username} is told nothing.`,
    },
    remove: {
      sentence: `Remove this ${what}?`,
      confirmLabel: 'Remove it',
      details: `${REMOVED[kind] ?? 'It is gone for everybody who sees it now.'} ${told} that it was removed, and why. It can be given back for ${REMOVAL_KEPT_DAYS} days, from the log.`,
    },
    warn: {
      sentence: `Warn ${username}?`,
      confirmLabel: 'Warn',
      details: `${username} finds your words among their notifications. The ${what} stays.`,
    },
    suspend: {
      sentence: `Suspend ${username}?`,
      confirmLabel: 'Suspend',
      details: isSuspended ? longerDetails(username) : suspensionDetails(username),
    },
  }[act]
}

/** Where it is more than the thing itself. */
const REMOVED: Partial<Record<ReportedThing['kind'], string>> = {
  profile: 'The photo, the words, the pet and the music go; the name and the account stay.',
  space: 'It is gone for everybody who is in it, with all that was said there.',
}

function longerDetails(username: string): string {
  return `${username} is suspended already. It never becomes shorter by this: the later of both ends counts. They read your words when they try to sign in, and anything they wrote to the administrators still waits for its answer.`
}

export function suspensionDetails(username: string): string {
  return `${username} is signed out everywhere and cannot sign in until then. Nobody sees their profile, posts and comments meanwhile; what they said in spaces stays. They read your words when they try to sign in, and may write to the administrators once. It can be lifted at any time.`
}

function reporters({ reportCount: count }: ReportedThing): string {
  const who =
    count === 1 ? 'Whoever reported it is' : `The ${count.toLocaleString('en')} who reported it are`
  return `${who} told that it was looked at, and no more.`
}
