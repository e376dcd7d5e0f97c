import { Suspense, useId, useLayoutEffect, useRef } from 'react'
import { MESSAGES as COMMENT_MESSAGES } from '../../../contract/comments.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/spaces.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../../platform/offline/outbox-item-status.tsx'
import { useOutboxResults } from '../../platform/offline/use-outbox.ts'
import { copyText } from '../../posts/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { focusHeading } from '../focus-on-navigation.ts'
import { queryKeys } from '../query-keys.ts'

const QueuedImages = optionalChunk(() => import('../message-attachments.tsx'), 'QueuedImages')

/** Each with its words to copy, and both ways to be done with it. */
export function UnsentList({ items }: { items: readonly OutboxItem[] }) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useFocusHandedOn()
  const toast = useToast()
  // Once the row is gone, or has other buttons.
  const keepFocus = () =>
    requestAnimationFrame(() => (heading.current ? heading.current.focus() : focusHeading()))
  useOutboxResults(({ item, answer }) => {
    if (answer && items.some(({ id }) => id === item.id))
      toast.success(`Your ${kindOf(item)} is sent.`)
  })
  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="flex flex-col gap-3 rounded-card border border-line-strong border-dashed bg-surface-raised p-4"
    >
      <h2 ref={heading} id={headingId} tabIndex={-1} className="font-semibold outline-none">
        What could not be sent
      </h2>
      <ul className="flex flex-col gap-4">
        {items.map((item) => (
          <UnsentItem key={item.id} item={item} onAct={keepFocus} />
        ))}
      </ul>
    </section>
  )
}

/** With its last item the whole goes, and may have the focus: the page's heading takes it. */
function useFocusHandedOn() {
  const section = useRef<HTMLElement>(null)
  // While it is still there to be asked.
  useLayoutEffect(() => {
    const { current } = section
    return () => {
      if (current?.contains(document.activeElement)) requestAnimationFrame(focusHeading)
    }
  }, [])
  return section
}

function kindOf({ queryKey }: OutboxItem): 'comment' | 'message' {
  return queryKey[0] === queryKeys.comments[0] ? 'comment' : 'message'
}

function UnsentItem({ item, onAct }: { item: OutboxItem; onAct: () => void }) {
  const kind = kindOf(item)
  const words = item.fields.text ?? item.fields.content ?? ''
  return (
    <li className="flex flex-col items-start gap-1">
      <p className="text-ink-soft text-sm">{`A ${kind}`}</p>
      {words && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
          {words}
        </p>
      )}
      {item.images && (
        <Suspense fallback={<span className="h-28" />}>
          <QueuedImages item={item} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <OutboxItemStatus
          item={item}
          fallback={kind === 'comment' ? COMMENT_MESSAGES.addFailed : SPACE_MESSAGES.sendFailed}
          onAct={onAct}
        />
        {words && <CopyButton words={words} />}
      </div>
    </li>
  )
}

function CopyButton({ words }: { words: string }) {
  const toast = useToast()

  async function copy() {
    if (await copyText(words)) toast.success('Your words are copied.')
    else toast.alert('Your browser does not let us copy. Select the words to do it by hand.')
  }

  return (
    <Button size="small" onClick={copy}>
      Copy
    </Button>
  )
}
