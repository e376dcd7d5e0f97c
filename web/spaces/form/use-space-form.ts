import { useState } from 'react'
import { MESSAGES, type Space, type SpaceBody } from '../../../contract/spaces.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { useSaveSpace } from './save-space-api.ts'
import { parseSpace, type SpaceFormValues, valuesOf } from './space-form-values.ts'

/** The form of a new space, or of the given one. What was typed stays until it is saved. */
export function useSpaceForm(space: Space | undefined, onSaved: (saved: Space) => Promise<void>) {
  const [initial] = useState(() => valuesOf(space))
  const [values, setValues] = useState(initial)
  const saving = useSaveSpace(space?._id)
  const { errors, failure, isSubmitting, submit, setErrors, clearFailure } = useForm({
    parse: () => parseSpace(values),
    send: async (body: SpaceBody) => onSaved(await saving.mutateAsync(body)),
    failed: space ? MESSAGES.updateFailed : MESSAGES.createFailed,
  })

  function change(changes: Partial<SpaceFormValues>, ...fields: string[]) {
    setValues((before) => ({ ...before, ...changes }))
    // What is being mended is no longer complained about.
    setErrors(Object.fromEntries(fields.map((field) => [field, undefined])))
    clearFailure()
  }

  return {
    values,
    errors,
    failure,
    change,
    submit,
    isSaving: isSubmitting,
    /** A private space is about to become public. */
    isOpening: space?.isPrivate === true && !values.isPrivate,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
  }
}

export type SpaceForm = ReturnType<typeof useSpaceForm>
