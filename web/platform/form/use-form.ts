/**
 * What every form has besides its values: a sentence for each wrong field, one for the form as a
 * whole, and a submission that never runs twice at once and moves focus to the first wrong field.
 */
import { type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api-error.ts'

export type FieldErrors<Name extends string> = { [Field in Name]?: string | undefined }

/** Why the form as a whole was not taken. `status`: the answer's, or 0 where none came. */
export interface FormFailure {
  sentence: string
  status: number
  /** The answer's; empty where none came. */
  code: string
}

interface FormOptions<Data, Name extends string> {
  /** What to send, or what is wrong with the values; gets the errors that are shown. */
  parse: (shown: FieldErrors<Name>) => { data: Data } | { errors: FieldErrors<Name> }
  /** What it rejects with is shown, by the server's sentences where it is an ApiError. */
  send: (data: Data) => Promise<unknown>
  /** Said when the server gave no sentence. */
  failed: string
  /** The fields that can show an error of the server; all it names, unless given. */
  fields?: readonly Name[]
  /** Which field a sentence of the server belongs to, where it named none. */
  fieldOf?: ((sentence: string) => Name | undefined) | undefined
}

export type SubmitFormEvent = SyntheticEvent<HTMLFormElement>

export function useForm<Data, Name extends string = string>(options: FormOptions<Data, Name>) {
  const { parse, send } = options
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [failure, setFailure] = useState<FormFailure>()
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isUnderWay = useRef(false)

  function show(form: HTMLFormElement | undefined, next: Shown<Name>) {
    flushSync(() => {
      setErrors(next.errors ?? {})
      setFailure(next.failure)
    })
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  /** Resolves when it is sent, or when it is shown why not. */
  async function submit(event?: SubmitFormEvent): Promise<void> {
    event?.preventDefault()
    if (isUnderWay.current) return
    const form = event?.currentTarget
    const parsed = parse(errors)
    show(form, 'errors' in parsed ? parsed : {})
    if ('errors' in parsed) return
    isUnderWay.current = true
    setIsSubmitting(true)
    try {
      await send(parsed.data)
    } catch (error) {
      show(form, readFailure(error, options))
    } finally {
      isUnderWay.current = false
      setIsSubmitting(false)
    }
  }

  return {
    errors,
    failure,
    isSubmitting,
    submit,
    /** Sets or clears the errors of some fields. */
    setErrors: (changes: FieldErrors<Name>) => setErrors((before) => ({ ...before, ...changes })),
    clearFailure: () => setFailure(undefined),
    /** Clears all errors. */
    reset() {
      setErrors({})
      setFailure(undefined)
    },
  }
}

interface Shown<Name extends string> {
  errors?: FieldErrors<Name> | undefined
  failure?: FormFailure
}

function readFailure<Name extends string>(
  error: unknown,
  { failed, fields, fieldOf }: Pick<FormOptions<unknown, Name>, 'failed' | 'fields' | 'fieldOf'>,
): Shown<Name> {
  const answer =
    error instanceof ApiError ? error : { message: '', fields: {}, status: 500, code: '' }
  const named = Object.entries(answer.fields).filter(
    ([name]) => fields?.includes(name as Name) ?? true,
  )
  if (named.length > 0) return { errors: Object.fromEntries(named) as FieldErrors<Name> }
  const field = fieldOf?.(answer.message)
  if (field) return { errors: { [field]: answer.message } as FieldErrors<Name> }
  const { status, code } = answer
  return { failure: { sentence: answer.message || failed, status, code } }
}
