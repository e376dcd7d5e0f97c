import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { MessageAct } from './message-act-dialog.tsx'

/** What is to be done to a message, as far as a dialog asks first; `sheet`: which of it. */
export type AskedAct = 'sheet' | 'react' | 'reactors' | 'delete' | MessageAct['kind']
export type AskAct = (act: AskedAct, message: SpaceMessage) => void

type Act = () => void

export interface AvailableActions {
  onMore: Act
  onReply: Act | undefined
  onReactors: Act | undefined
  onEdit: Act | undefined
  onDelete: Act | undefined
  /** Pins the message, or takes it down where it is pinned. */
  onPin: Act | undefined
  /** Of who wrote it, unless the member did. */
  personId: string | undefined
  onReport: Act | undefined
  onMute: Act | undefined
  onBlock: Act | undefined
  /** For administrators, where `onDelete` is not theirs. */
  onRemove: Act | undefined
}

interface Standing {
  isMine: boolean
  canDelete: boolean
  /** The member is an administrator. */
  canModerate: boolean
  canPin: boolean
}

interface ImmediateActs {
  reply: Act | undefined
  edit: Act
  pin: Act
}

export function availableActions(
  message: SpaceMessage,
  { isMine, canDelete, canModerate, canPin }: Standing,
  ask: AskAct,
  { reply, edit, pin }: ImmediateActs,
): AvailableActions {
  const isAnothers = !isMine && message.user !== null
  const asking = (act: AskedAct, isOffered = true) =>
    isOffered ? () => ask(act, message) : undefined
  return {
    onMore: () => ask('react', message),
    onReply: reply,
    onReactors: asking('reactors', message.reactions.length > 0),
    onEdit: isMine ? edit : undefined,
    onDelete: asking('delete', canDelete),
    onPin: canPin ? pin : undefined,
    personId: isMine ? undefined : message.user?._id,
    onReport: asking('report', isAnothers),
    onMute: asking('mute', isAnothers),
    onBlock: asking('block', isAnothers),
    onRemove: asking('remove', isAnothers && canModerate && !canDelete),
  }
}
