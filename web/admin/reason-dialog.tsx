import { type ReactNode, useState } from 'react'
import { DECISION_TEXT_MAX, decisionText, MESSAGES } from '../../contract/reports.ts'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { ConfirmTwice } from '../ui/confirm-twice.tsx'
import { TextArea } from '../ui/text-area.tsx'

interface ReasonDialogProps {
  sentence: string
  /** What will happen, and whom it reaches. */
  details: ReactNode
  label: string
  confirmLabel: string
  isDanger?: boolean
  /** Asked after the words, where the act reaches an administrator. */
  secondQuestion?: string | undefined
  children?: ReactNode
  onConfirm: (text: string) => Promise<unknown>
  onClose: () => void
  /** Said when the server gave no sentence. */
  failed: string
}

/** Asks why, says what follows, and acts. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, children, onConfirm, failed, secondQuestion, ...question } = props
  const [text, setText] = useState('')
  return (
    <ConfirmTwice
      {...question}
      isOpen
      secondQuestion={async () => {
        requireWords(text)
        return secondQuestion
      }}
      onConfirm={async () => onConfirm(requireWords(text))}
      describeError={(error) => errorMessage(error, failed)}
    >
      {children}
      <TextArea
        label={label}
        value={text}
        rows={2}
        counterMax={DECISION_TEXT_MAX}
        tooLong={MESSAGES.decisionLong}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmTwice>
  )
}

/** Throws, as the server would, where there are none or too many. */
function requireWords(text: string): string {
  const parsed = decisionText.safeParse(text)
  if (parsed.success) return parsed.data
  const msg = parsed.error.issues[0]?.message ?? MESSAGES.decisionMissing
  throw new ApiError({ status: 400, body: { msg } })
}
