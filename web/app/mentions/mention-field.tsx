import { type ComponentProps, type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { nameBegunIn } from '../../../contract/mentions.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import { isComposing } from '../../ui/input-method.ts'
import { TextArea } from '../../ui/text-area.tsx'
import type { MentionListHandle } from './mention-list.tsx'
import type { MentionScope } from './mentionable-api.ts'

const MentionList = optionalChunk(() => import('./mention-list.tsx'), 'MentionList')

interface MentionFieldProps extends Omit<ComponentProps<typeof TextArea>, 'onChange'> {
  /** Where the text will stand: who sees that is offered. */
  place: MentionScope
  /** The writer may tell everybody there, by @here. */
  canMentionAll?: boolean | undefined
  onText: (text: string) => void
}

/** A text area that offers names once an @ is typed. Focus never leaves the words. */
export function MentionField(props: MentionFieldProps) {
  const { place, canMentionAll = false, onText, className, onKeyDown, ...area } = props
  const listId = useId()
  const list = useRef<MentionListHandle>(null)
  const wrapper = useRef<HTMLDivElement>(null)
  const { asked, look, leave, refuse } = useBegunName(area.value)
  const [activeId, setActiveId] = useState<string>()

  function choose(username: string) {
    if (!asked) return
    const { text, caret } = withName(area.value, asked, username)
    writeOn(wrapper.current, caret, () => {
      onText(text)
      leave()
    })
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    // With another key they are the form's, or lead back through the page.
    const isAlone = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (asked && isAlone && !isComposing(event)) {
      const isClosing = event.key === 'Escape' && activeId !== undefined
      if (isClosing) refuse()
      if (isClosing || list.current?.handleKey(event.key)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
    }
    onKeyDown?.(event)
  }

  return (
    <div ref={wrapper} className={className}>
      <TextArea
        {...area}
        onChange={(event) => {
          onText(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => (list.current ? list.current.leave() : leave())}
        onKeyDown={handleKey}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={asked && activeId && listId}
        aria-activedescendant={asked && activeId}
      />
      {asked && (
        <Suspense>
          <MentionList
            ref={list}
            id={listId}
            {...{ place, canMentionAll, beginning: asked.beginning }}
            onChoose={choose}
            onActive={setActiveId}
            onLeave={leave}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The text with this name in place of what was typed of it, and where one writes on. */
function withName(
  text: string,
  { start, beginning }: { start: number; beginning: string },
  username: string,
) {
  const rest = text.slice(start + 1 + beginning.length).replace(/^ /, '')
  const head = `${text.slice(0, start)}@${username} `
  return { text: head + rest, caret: head.length }
}

/** At once: who writes on does not wait for the next frame. */
function writeOn(wrapper: HTMLElement | null, caret: number, change: () => void) {
  flushSync(change)
  const field = wrapper?.querySelector('textarea')
  field?.focus()
  field?.setSelectionRange(caret, caret)
}

/**
 * The name that is being typed, until it is done, not wanted, or gone with the text that was sent.
 */
function useBegunName(text: string) {
  const [begun, setBegun] = useState<ReturnType<typeof nameBegunIn>>()
  /** The @ at which names were not wanted. */
  const [unwanted, setUnwanted] = useState<number>()

  const isThere = begun && text.startsWith(`@${begun.beginning}`, begun.start)

  return {
    asked: isThere && begun.start !== unwanted ? begun : undefined,
    look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      const now =
        selectionStart === selectionEnd ? nameBegunIn(value.slice(0, selectionStart)) : undefined
      setBegun(now)
      if (!now) setUnwanted(undefined)
    },
    leave: () => setBegun(undefined),
    refuse: () => setUnwanted(begun?.start),
  }
}
