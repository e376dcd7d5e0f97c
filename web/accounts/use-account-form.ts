/**
 * The state of an account form. It keeps what was typed through every failure, puts each error at
 * its field, moves focus to the first wrong one, and never sends twice at once.
 */
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../platform/api-client.ts'
import { afterPress } from './after-press.ts'

type Values = Record<string, string>
export type FieldErrors<V extends Values> = { [Name in keyof V]?: string }

/** What went wrong with the form as a whole. `isUnreachable`: no answer came. */
export interface Problem {
  sentence: string
  isUnreachable: boolean
  status: number
}

interface AccountFormOptions<V extends Values> {
  empty: V
  /** The client's own rules: a sentence for each wrong field. */
  check: (values: V) => FieldErrors<V>
  send: (values: V) => Promise<void>
  /** Said when the server gave no sentence. */
  failed: string
  /** Which field a sentence of the server belongs to, where it named none. */
  fieldOf?: (sentence: string) => (keyof V & string) | undefined
}

export function useAccountForm<V extends Values>(options: AccountFormOptions<V>) {
  const { empty, check, send, failed, fieldOf } = options
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors<V>>({})
  const [problem, setProblem] = useState<Problem>()
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isSending = useRef(false)

  function showErrors(form: HTMLFormElement, wrong: FieldErrors<V>) {
    flushSync(() => setErrors(wrong))
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  function showFailure(form: HTMLFormElement, error: unknown) {
    const { fields, sentence, isUnreachable, status } = readFailure(error, empty, fieldOf)
    if (Object.keys(fields).length > 0) showErrors(form, fields)
    else setProblem({ sentence: sentence || failed, isUnreachable, status })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const form = event.currentTarget
    setProblem(undefined)
    const wrong = check(values)
    showErrors(form, wrong)
    if (Object.keys(wrong).length > 0) return
    isSending.current = true
    setIsSubmitting(true)
    try {
      await send(values)
    } catch (error) {
      showFailure(form, error)
    } finally {
      isSending.current = false
      setIsSubmitting(false)
    }
  }

  function put(name: keyof V & string, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
  }

  function change(name: keyof V & string, value: string) {
    put(name, value)
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<V>)
  }

  /** A field left empty is not complained about before the form is sent. */
  function checkField(name: keyof V & string) {
    const wrong = values[name] === '' ? undefined : check(values)[name]
    if (wrong !== undefined) setErrors((before) => ({ ...before, [name]: wrong }))
  }

  return {
    values,
    problem,
    isSubmitting,
    submit,
    /** Sets a value and leaves what is said about it. */
    put,
    /** What a text field of the form needs, spread into it. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.target.value),
      onBlur: () => afterPress(() => checkField(name)),
    }),
    clear() {
      setValues(empty)
      setErrors({})
    },
  }
}

function readFailure<V extends Values>(
  error: unknown,
  empty: V,
  fieldOf?: (sentence: string) => (keyof V & string) | undefined,
) {
  const { message, fields, status } =
    error instanceof ApiError ? error : { message: '', fields: {}, status: 500 }
  const named = Object.entries(fields).filter(([name]) => name in empty)
  const place = named.length === 0 ? fieldOf?.(message) : undefined
  return {
    fields: (place ? { [place]: message } : Object.fromEntries(named)) as FieldErrors<V>,
    sentence: message,
    isUnreachable: status === 0,
    status,
  }
}
