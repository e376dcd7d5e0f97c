import { useEffect, useRef, useState } from 'react'
import { MESSAGES } from '../../../contract/second-factor.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActFailure } from './act-failure.tsx'
import { useConfirmedAct } from './use-confirmed-act.tsx'

interface ActFormProps {
  label: string
  act: () => Promise<void>
  /** Where a press has brought one back. */
  takesFocus?: boolean
}

/** One button, and the password where the server asks for it again. */
export function ActForm({ label, act, takesFocus = false }: ActFormProps) {
  const button = useTakenFocus<HTMLButtonElement>(takesFocus)
  const { run, field } = useConfirmedAct()
  const form = useForm<null, never>({
    parse: () => ({ data: null }),
    send: () => run(act),
    failed: MESSAGES.failed,
    fields: [],
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ActFailure failure={form.failure} />
      {field}
      <div>
        <Button ref={button} type="submit" busy={form.isSubmitting}>
          {label}
        </Button>
      </div>
    </form>
  )
}

interface CodeFormProps {
  label: string
  onCode: (code: string) => Promise<void>
  /** Where a press has brought it. */
  takesFocus?: boolean
  /** Given: a button leads back. */
  onCancel?: () => void
}

/** The same with a code of the app, or a recovery code. */
export function CodeForm({ label, onCode, takesFocus = false, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('')
  const input = useTakenFocus<HTMLInputElement>(takesFocus)
  const { run, field } = useConfirmedAct()
  const form = useForm<string, 'code'>({
    parse: () =>
      code.trim() === '' ? { errors: { code: MESSAGES.codeRequired } } : { data: code },
    send: (typed) => run(() => onCode(typed)),
    failed: MESSAGES.failed,
    fields: ['code'],
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ActFailure failure={form.failure} />
      <TextField
        ref={input}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        value={code}
        error={form.errors.code}
        readOnly={form.isSubmitting}
        onChange={({ target }) => {
          setCode(target.value)
          form.setErrors({ code: undefined })
        }}
        required
      />
      {field}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button onClick={onCancel} disabled={form.isSubmitting}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          {label}
        </Button>
      </div>
    </form>
  )
}

/** For what a press has brought. */
export function useTakenFocus<Element extends HTMLElement>(isTaken: boolean) {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (isTaken) element.current?.focus()
  }, [isTaken])
  return element
}
