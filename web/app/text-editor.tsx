import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { MESSAGES } from '../../contract/edits.ts'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { readDraft, useDraft } from '../platform/drafts.ts'
import { sessionSignal } from '../platform/token-store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/input-method.ts'
import { useToast } from '../ui/toast.tsx'
import { MentionField } from './mentions/mention-field.tsx'
import type { MentionScope } from './mentions/mentionable-api.ts'

/** What is said now, and which of its revisions that is. */
interface Words {
  text: string
  revision: number
}

interface TextEditorProps {
  label: string
  place: MentionScope
  /** What is being typed is kept on the device under this key until it is saved or given up. */
  draftKey: string
  words: Words
  counterMax: number
  problemOf: (text: string) => string | undefined
  /** A line break needs Shift, as where it was written first. */
  savesOnEnter?: boolean
  hasOtherChanges?: boolean
  hasOtherProblems?: boolean
  /** Where the server says nothing of why it did not save. */
  failedSentence?: string
  save: (text: string, revision: number) => Promise<void>
  /** What is said by now, where another device was first; undefined where it is gone. */
  reread: () => Promise<Words | undefined>
  /** Its writer was shown what that revision says. */
  onSeen?: (revision: number) => void
  /**
   * `isFocusHere`: its writer is not elsewhere by now, so that the focus has to go on from here.
   */
  onDone: (isFocusHere: boolean) => void
  children?: ReactNode
}

/** In place of what was said: what is said instead. Esc leaves it as it was. */
export function TextEditor(props: TextEditorProps) {
  const { label, draftKey, words, place, counterMax, problemOf, savesOnEnter } = props
  const draft = useEditDraft(draftKey, words)
  const { text } = draft
  const form = useRef<HTMLFormElement>(null)
  const field = useFocusAtEnd()
  const { save, seen, isSaving, failure, elsewhere } = useSaving(props, draft, form)
  const problem = problemOf(text)

  function cancel() {
    draft.clear()
    props.onDone(true)
  }

  function submit() {
    // Nothing reads out what is wrong but the field itself.
    if (problem !== undefined) field.current?.focus()
    else if (!props.hasOtherProblems) void save(text)
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || event.shiftKey) return
    if (!savesOnEnter && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      ref={form}
      className="flex w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        // It would close what it stands in.
        event.stopPropagation()
        cancel()
      }}
    >
      <MentionField
        ref={field}
        place={place}
        label={label}
        isLabelHidden
        rows={savesOnEnter ? 1 : 3}
        value={text}
        onText={(words) => draft.change(words, seen.revision)}
        onKeyDown={handleKey}
        counterMax={counterMax}
        error={problem}
        readOnly={isSaving}
      />
      {props.children}
      {failure && <Banner tone="error">{failure}</Banner>}
      {elsewhere !== undefined && <SaidElsewhere text={elsewhere} />}
      <SaveOrCancel onCancel={cancel} isSaving={isSaving} />
    </form>
  )
}

function SaveOrCancel({ onCancel, isSaving }: { onCancel: () => void; isSaving: boolean }) {
  return (
    <div className="flex justify-end gap-2">
      <Button size="small" onClick={onCancel} disabled={isSaving}>
        Cancel
      </Button>
      <Button type="submit" size="small" variant="primary" busy={isSaving}>
        Save
      </Button>
    </div>
  )
}

function SaidElsewhere({ text }: { text: string }) {
  return (
    <figure className="rounded-control bg-surface-sunken p-3 text-sm">
      <figcaption className="font-semibold">What it says now</figcaption>
      <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {text}
      </blockquote>
    </figure>
  )
}

/** What is typed, kept with the revision it began from: it goes over no later words unseen. */
function useEditDraft(key: string, words: Words) {
  const [draft, setDraft, clearDraft] = useDraft(key)
  const [began, setBegan, clearBegan] = useDraft(`${key}-revision`)
  const [isTouched, setIsTouched] = useState(false)
  return {
    text: isTouched ? draft : draft || words.text,
    from: draft !== '' && began !== '' ? Number(began) : words.revision,
    change(text: string, revision: number) {
      setIsTouched(true)
      setDraft(text)
      setBegan(String(revision))
    },
    /** Its writer has read what that revision says. */
    goOnFrom(revision: number) {
      if (draft !== '') setBegan(String(revision))
    },
    clear() {
      clearDraft()
      clearBegan()
    },
  }
}

/** Saves from the revision that was seen: where another came between, that is shown first. */
function useSaving(
  props: TextEditorProps,
  draft: ReturnType<typeof useEditDraft>,
  form: RefObject<HTMLFormElement | null>,
) {
  const { draftKey, words, hasOtherChanges, failedSentence, reread, onDone } = props
  const [seen, setSeen] = useState<Words>({ text: words.text, revision: draft.from })
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [elsewhere, setElsewhere] = useState<string>()
  const toast = useToast()

  function finish(text: string) {
    // Closed while it was being saved, it may be open again, with other words.
    if (form.current || readDraft(draftKey) === text) draft.clear()
    if (form.current) onDone(!isFocusElsewhere(form.current))
  }

  async function save(text: string) {
    if (isSaving) return
    if (text.trim() === seen.text && !hasOtherChanges) return finish(text)
    setIsSaving(true)
    setFailure(undefined)
    const session = sessionSignal()
    try {
      await props.save(text, seen.revision)
      finish(text)
    } catch (error) {
      if (session.aborted) return
      const sentence = errorMessage(error, failedSentence ?? MESSAGES.saveFailed)
      // Who has left is told where they are, and sees nothing of what it says by now.
      if (!form.current) return toast.alert(sentence)
      setFailure(sentence)
      const now = isEditedElsewhere(error) ? await reread().catch(() => undefined) : undefined
      if (now && form.current) {
        setSeen(now)
        draft.goOnFrom(now.revision)
        props.onSeen?.(now.revision)
        setElsewhere(now.text)
      }
      setIsSaving(false)
    }
  }

  return { save, seen, isSaving, failure, elsewhere }
}

function isEditedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

function isFocusElsewhere(form: HTMLElement): boolean {
  const { activeElement } = document
  return !activeElement?.contains(form) && !form.contains(activeElement)
}

function useFocusAtEnd() {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])
  return field
}
