import { MESSAGES, REASON_MAX } from '../../contract/removal.ts'
import { ApiError } from '../platform/api-error.ts'
import { countedLength } from '../ui/character-counter.tsx'
import { TextField } from '../ui/text-field.tsx'

interface ReasonFieldProps {
  label: string
  reason: string
  onChange: (reason: string) => void
  /** What is wrong with it besides its length. */
  error?: string | undefined
  /** Where `requireReason` is asked. */
  required?: boolean
}

/** Why something is taken away from somebody, who is told, or changed for everybody. */
export function ReasonField({ label, reason, onChange, error, required }: ReasonFieldProps) {
  return (
    <TextField
      label={label}
      value={reason}
      onChange={(event) => onChange(event.target.value)}
      counterMax={REASON_MAX}
      error={reasonTooLong(reason) ?? error}
      required={required}
    />
  )
}

/** Throws, as the server would, when it is too long. */
export function requireReasonFits(reason: string): void {
  const msg = reasonTooLong(reason)
  if (msg) throw new ApiError({ status: 400, body: { msg } })
}

/** Throws, as the server would, when there is none, or one that is too long. */
export function requireReason(reason: string): void {
  if (reason.trim() === '')
    throw new ApiError({ status: 400, body: { msg: MESSAGES.reasonMissing } })
  requireReasonFits(reason)
}

/** The sentence where it is. */
export function reasonTooLong(reason: string): string | undefined {
  return countedLength(reason) > REASON_MAX ? MESSAGES.reasonLong : undefined
}
