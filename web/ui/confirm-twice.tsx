import { useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { ConfirmDialogProps } from './confirm-overlay.tsx'
import { useLatest } from './latest.ts'

interface ConfirmTwiceProps extends ConfirmDialogProps {
  /** Resolves with what is asked besides, or nothing. A rejection is shown as of `onConfirm`. */
  secondQuestion: () => Promise<string | undefined>
  /** The act again, where the second question has a label of its own. */
  secondLabel?: string
}

/** Asks before an act, and a second time where it reaches further than it looks. */
export function ConfirmTwice(props: ConfirmTwiceProps) {
  const { secondQuestion, secondLabel, ...question } = props
  const [second, setSecond] = useState<string>()
  const secondSentence = useLatest(second) ?? ''
  const next = useRef<string>(undefined)

  /** The first question also closes when it leads to the second; then nothing is over yet. */
  function closeFirst() {
    if (next.current === undefined) return question.onClose()
    setSecond(next.current)
    next.current = undefined
  }

  function close() {
    setSecond(undefined)
    question.onClose()
  }

  return (
    <>
      <ConfirmDialog
        {...question}
        isOpen={question.isOpen && second === undefined}
        onClose={closeFirst}
        onConfirm={async () => {
          next.current = await secondQuestion()
          if (next.current === undefined) await question.onConfirm()
        }}
      />
      <ConfirmDialog
        isOpen={second !== undefined}
        onClose={close}
        sentence={secondSentence}
        confirmLabel={secondLabel ?? question.confirmLabel}
        isDanger
        onConfirm={question.onConfirm}
        describeError={question.describeError}
      />
    </>
  )
}
