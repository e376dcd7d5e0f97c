import {
  defaultEmojiDataResolver,
  type EmojiData,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Frimousse,
} from 'frimousse'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'

/** Where the build puts emojibase's files, see vite.config.ts. */
const EMOJIBASE_URL = '/emoji'
const CELL_PX = 44
/** Of the dialog: its own width at most, and its padding with the scrollbar. */
const DIALOG_MAX_PX = 448
const DIALOG_EDGES_PX = 56

/** The emoji this browser can draw. Rejects when they cannot be had. */
export async function loadEmojiData(): Promise<EmojiData> {
  return defaultEmojiDataResolver('en', { emojibaseUrl: EMOJIBASE_URL })
}

interface EmojiPickerProps {
  data: EmojiData
  onChoose: (emoji: string) => void
}

export function EmojiPicker({ data, onChoose }: EmojiPickerProps) {
  const [columns] = useState(columnsThatFit)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // It was not there yet when its dialog opened. By touch no keyboard may spring up unasked.
    if (window.matchMedia('(hover: hover)').matches) search.current?.focus()
  }, [])
  return (
    <Frimousse.Root
      columns={columns}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      onKeyDown={passArrowOn}
      className="flex h-96 max-h-[60dvh] flex-col gap-2"
    >
      <div className="flex items-center gap-1">
        <Frimousse.Search
          ref={search}
          aria-label="Search emojis"
          placeholder="Search emojis"
          className="min-h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-surface-raised px-3 focus-visible:-outline-offset-1"
        />
        <Frimousse.SkinToneSelector className="size-11 shrink-0 rounded-full text-2xl leading-none hover:bg-surface-hover" />
      </div>
      {/* The focus stays in the search: what the arrow keys come to is said here. */}
      <Frimousse.ActiveEmoji>
        {({ emoji }) => (
          <p role="status" className="sr-only">
            {emoji?.label}
          </p>
        )}
      </Frimousse.ActiveEmoji>
      <Frimousse.Viewport
        tabIndex={0}
        aria-label="Emojis"
        className="min-h-0 flex-1 rounded-control [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <Frimousse.Empty>
          <p className="p-6 text-center text-ink-soft">No emoji found.</p>
        </Frimousse.Empty>
        <Frimousse.List className="select-none" components={{ CategoryHeader, Row, Emoji }} />
      </Frimousse.Viewport>
    </Frimousse.Root>
  )
}

function CategoryHeader({ category, ...native }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...native} className="bg-surface-raised py-1.5 font-semibold text-ink-soft text-sm">
      {category.label}
    </div>
  )
}

/** The picker listens on the document for arrow keys, which a dialog lets nobody outside hear. */
function passArrowOn(event: ReactKeyboardEvent): void {
  if (!event.key.startsWith('Arrow')) return
  const copy = new KeyboardEvent('keydown', { key: event.key, cancelable: true })
  document.dispatchEvent(copy)
  if (copy.defaultPrevented) event.preventDefault()
}

// ARIA counts from 1, the picker from 0. It finds rows by that number when it scrolls to them, so
// scrolling is ours to do.
function Row({ children, ...native }: EmojiPickerListRowProps) {
  const row = { ...native, 'aria-rowindex': afterOne(native['aria-rowindex']) }
  return <div {...row}>{children}</div>
}

function Emoji({ emoji, ...native }: EmojiPickerListEmojiProps) {
  const cell = { ...native, 'aria-colindex': afterOne(native['aria-colindex']) }
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const isReachedByKey = emoji.isActive && !button.current?.matches(':hover')
    if (isReachedByKey) button.current?.scrollIntoView({ block: 'nearest' })
  }, [emoji.isActive])
  return (
    <button
      ref={button}
      type="button"
      {...cell}
      className="flex h-11 scroll-mt-9 w-[calc(100%/var(--frimousse-list-columns))] shrink-0 items-center justify-center rounded-lg text-2xl leading-none data-active:bg-surface-hover data-active:outline-2 data-active:outline-focus data-active:-outline-offset-2"
    >
      {emoji.emoji}
    </button>
  )
}

function afterOne(index: number | undefined): number | undefined {
  return index === undefined ? undefined : index + 1
}

function columnsThatFit(): number {
  return Math.floor((Math.min(window.innerWidth, DIALOG_MAX_PX) - DIALOG_EDGES_PX) / CELL_PX)
}
