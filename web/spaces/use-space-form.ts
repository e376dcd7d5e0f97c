import { useState } from 'react'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { ApiError } from '../platform/api-client.ts'
import { sentenceOf, useSaveSpace } from './api.ts'
import { bodyOf, type SpaceFormValues, type SpaceProblems, valuesOf } from './space-form-values.ts'

/** The form of a new space, or of the given one. What was typed stays until it is saved. */
export function useSpaceForm(space: Space | undefined, onSaved: (saved: Space) => Promise<void>) {
  const [initial] = useState(() => valuesOf(space))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<SpaceProblems>({})
  const saving = useSaveSpace(space?._id)

  function change(changes: Partial<SpaceFormValues>, ...fields: string[]) {
    setValues((before) => ({ ...before, ...changes }))
    // What is being mended is no longer complained about.
    const readable = Object.fromEntries([...fields, 'general'].map((field) => [field, undefined]))
    setProblems((before) => ({ ...before, ...readable }))
  }

  async function save() {
    if (saving.isPending) return
    const { body, problems: found } = bodyOf(values)
    setProblems(found ?? {})
    if (!body) return
    try {
      await onSaved(await saving.mutateAsync(body))
    } catch (error) {
      setProblems(problemsOf(error, space ? MESSAGES.updateFailed : MESSAGES.createFailed))
    }
  }

  return {
    values,
    problems,
    change,
    save,
    isSaving: saving.isPending,
    isChanged: JSON.stringify(values) !== JSON.stringify(initial),
  }
}

export type SpaceForm = ReturnType<typeof useSpaceForm>

function problemsOf(error: unknown, fallback: string): SpaceProblems {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? fields : { general: sentenceOf(error, fallback) }
}
