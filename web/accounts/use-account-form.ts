import { useState } from 'react'
import { type FieldErrors, useForm } from '../platform/form/use-form.ts'
import { afterPointerUp } from './after-pointer-up.ts'

type Values = Record<string, string>

interface AccountFormOptions<V extends Values> {
  empty: V
  /** The client's own rules: a sentence for each wrong field. */
  check: (values: V) => FieldErrors<keyof V & string>
  send: (values: V) => Promise<void>
  /** Said when the server gave no sentence. */
  failed: string
  /** Which field a sentence of the server belongs to, where it named none. */
  fieldOf?: (sentence: string) => (keyof V & string) | undefined
}

export type AccountForm<Name extends string> = ReturnType<
  typeof useAccountForm<Record<Name, string>>
>

/**
 * A form of text fields. What was typed stays through every failure; fields are checked on blur.
 */
export function useAccountForm<V extends Values>(options: AccountFormOptions<V>) {
  type Name = keyof V & string
  const { empty, check, send, failed, fieldOf } = options
  const [values, setValues] = useState(empty)
  const { errors, failure, isSubmitting, submit, setErrors, reset } = useForm<V, Name>({
    parse() {
      const wrong = check(values)
      return Object.keys(wrong).length > 0 ? { errors: wrong } : { data: values }
    },
    ...{ send, failed, fieldOf, fields: Object.keys(empty) },
  })

  function put(name: Name, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
  }

  function change(name: Name, value: string) {
    put(name, value)
    setErrors({ [name]: undefined } as FieldErrors<Name>)
  }

  /** A field left empty is not complained about before the form is sent. */
  function checkField(name: Name) {
    const wrong = values[name] === '' ? undefined : check(values)[name]
    if (wrong !== undefined) setErrors({ [name]: wrong } as FieldErrors<Name>)
  }

  return {
    ...{ values, failure, isSubmitting, submit },
    /** Sets a value and leaves the error of its field. */
    put,
    /** What a text field of the form needs, spread into it. */
    field: (name: Name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
      onBlur: () => afterPointerUp(() => checkField(name)),
    }),
    clear() {
      setValues(empty)
      reset()
    },
  }
}
