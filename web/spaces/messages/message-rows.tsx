import {
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Author } from '../../../contract/author.ts'
import type { Folds } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { useUser } from '../../app/session.tsx'
import { type GroupHeights, UndrawnRows, useListWindow } from '../../ui/list-window.tsx'
import type { AskAct } from './available-actions.ts'
import type { MessageTarget } from './chat-history.ts'
import { type ChatRow, type ChatRowGroup, groupOf } from './chat-rows.ts'
import { FoldedMessage, foldOf } from './folded-message.tsx'
import type { MessageActions } from './message-actions.ts'
import { MessageItem } from './message-item.tsx'
import { addedText, messageTextOf } from './message-text.ts'
import { QueuedMessage } from './queued-message.tsx'
import { useScrollToMessage } from './scroll-to-message.ts'
import type { Editing } from './use-editing.ts'

interface MessageRowsProps {
  groups: readonly ChatRowGroup[]
  scroller: RefObject<HTMLElement | null>
  isAdmin: boolean
  canPin: boolean
  actions: MessageActions
  editing: Editing
  isNarrow: boolean
  onAsk: AskAct
  folds: Folds
  messageTarget: MessageTarget | undefined
  onGoToMessage: (messageId: string) => void
}

/** One stop for Tab, at the message last visited; the arrow keys go from message to message. */
export const MessageRows = memo((props: MessageRowsProps) => {
  const { groups, scroller, editing, folds } = props
  const list = useRef<HTMLOListElement>(null)
  const [heights] = useState<GroupHeights>(() => new Map())
  const [focused, setFocused] = useState<SpaceMessage>()
  const [unfoldedIds, setUnfoldedIds] = useState<readonly string[]>([])
  const shown = useMemo(() => {
    const isShown = (message: SpaceMessage) =>
      unfoldedIds.includes(message._id) || foldOf(message, folds) === undefined
    return messagesOf(groups).filter((message) => !message.added && isShown(message))
  }, [groups, folds, unfoldedIds])
  const stop = shown.find(({ _id }) => _id === focused?._id) ?? shown.at(-1)
  const edited = shown.find(({ _id }) => _id === editing.editingId)
  const kept = [stop, edited].map((message) => message && groupOf(message))
  const { undrawnHeight, draw } = useListWindow({ list, groups, heights, kept, scroller })

  const ledToId = useScrollToMessage(
    props.messageTarget,
    list,
    (message) => {
      draw(groupOf(message))
      setFocused(message)
    },
    () => messagesOf(groups),
  )

  return (
    <ol
      ref={list}
      onKeyDown={(event) => moveByArrows(event, shown, (next) => draw(groupOf(next)))}
      className="flex flex-col"
    >
      {groups.map((group) => {
        const height = undrawnHeight(group)
        return (
          <Fragment key={group.key}>
            {height === undefined ? (
              group.rows.map((row) => (
                <Row
                  key={row.key}
                  {...props}
                  row={row}
                  stopId={stop?._id}
                  isLedTo={row.type === 'message' && row.message._id === ledToId}
                  isUnfolded={row.type === 'message' && unfoldedIds.includes(row.message._id)}
                  onFocusMessage={setFocused}
                  onUnfold={(id) => setUnfoldedIds([...unfoldedIds, id])}
                />
              ))
            ) : (
              <Undrawn group={group} height={height} folds={folds} />
            )}
          </Fragment>
        )
      })}
    </ol>
  )
})

interface UndrawnProps {
  group: ChatRowGroup
  height: number
  folds: Folds
}

const Undrawn = memo(({ group, height, folds }: UndrawnProps) => (
  <UndrawnRows height={height} text={textOf(group, folds)} />
))

/** `draw`: what was far away a moment ago may not be drawn yet. */
function moveByArrows(
  event: KeyboardEvent<HTMLElement>,
  shown: readonly SpaceMessage[],
  draw: (message: SpaceMessage) => void,
) {
  const step = STEPS[event.key]
  // Only from a message itself: its buttons and its editor need the keys.
  if (!step || !(event.target instanceof HTMLElement) || !event.target.dataset.messageId) return
  const { messageId } = event.target.dataset
  const index = shown.findIndex(({ _id }) => _id === messageId)
  const next = shown[step(index, shown.length - 1)]
  if (!next) return
  event.preventDefault()
  draw(next)
  event.currentTarget.querySelector<HTMLElement>(`[data-message-id="${next._id}"]`)?.focus()
}

interface RowProps extends MessageRowsProps {
  row: ChatRow
  stopId: string | undefined
  isUnfolded: boolean
  /** The reader has just been led to it. */
  isLedTo: boolean
  onFocusMessage: (message: SpaceMessage) => void
  onUnfold: (messageId: string) => void
}

function Row({ row, stopId, isAdmin, actions, editing, folds, ...callbacks }: RowProps) {
  const { _id: viewerId } = useUser()
  if (row.type === 'day') {
    return <li className="py-3 text-center text-ink-soft text-sm">{row.label}</li>
  }
  if (row.type === 'new') return <NewLine />
  const { isGrouped } = row
  if (row.type === 'unsent') {
    return <QueuedMessage queued={row.queued} isGrouped={isGrouped} />
  }
  const { message } = row
  if (message.added) return <AddedLine by={message.user} added={message.added} />
  const isMine = message.user?._id === viewerId
  const fold = callbacks.isUnfolded ? undefined : foldOf(message, folds)
  if (fold) {
    return (
      <FoldedMessage
        messageId={message._id}
        text={fold}
        onShow={() => callbacks.onUnfold(message._id)}
      />
    )
  }
  return (
    <MessageItem
      message={message}
      isMine={isMine}
      isGrouped={isGrouped}
      isTabStop={message._id === stopId}
      canDelete={isMine || isAdmin}
      canPin={callbacks.canPin}
      folds={folds}
      isEdited={editing.editingId === message._id}
      isLedTo={callbacks.isLedTo}
      onGoToMessage={callbacks.onGoToMessage}
      editing={editing}
      actions={actions}
      onFocusMessage={callbacks.onFocusMessage}
      isNarrow={callbacks.isNarrow}
      onAsk={callbacks.onAsk}
    />
  )
}

function AddedLine({ by, added }: { by: Author | null; added: Author }) {
  return <li className="py-3 text-center text-ink-soft text-sm">{addedText(by, added)}</li>
}

function NewLine() {
  return (
    <li data-new-line className="flex items-center gap-3 py-2">
      <span aria-hidden className="h-px flex-1 bg-(--space-accent,var(--color-ember-fill))" />
      <span className="rounded-full bg-(--space-accent,var(--color-ember-fill)) px-2.5 py-0.5 font-semibold text-(--space-on-accent,var(--color-ember-ink)) text-sm">
        New
      </span>
      <span aria-hidden className="h-px flex-1 bg-(--space-accent,var(--color-ember-fill))" />
    </li>
  )
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

function messagesOf(groups: readonly ChatRowGroup[]): SpaceMessage[] {
  const rows = groups.flatMap((group) => group.rows)
  return rows.flatMap((row) => (row.type === 'message' ? [row.message] : []))
}

/** What may be found in rows that are not drawn: no word of what is folded away. */
function textOf(group: ChatRowGroup, folds: Folds): string {
  const open = messagesOf([group]).filter((message) => foldOf(message, folds) === undefined)
  return open.map(messageTextOf).join('\n')
}
