import { useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { MESSAGES, type ProfileFields, profileFields } from '../../../contract/profile.ts'
import { errorsByField } from '../../platform/form/field-errors.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { useSaveProfile } from './api.ts'
import { choiceProblem, photoProblem } from './photo-file.ts'
import { type Fields, useUnsavedFields } from './unsaved-fields.ts'

const FIELD_NAMES = [
  'aboutMe',
  'petPreference',
  'currentlyVibingTo',
  'currentlyVibingToSpotify',
  'profilePhoto',
] as const
type FieldName = (typeof FIELD_NAMES)[number]

export type ProfileForm = ReturnType<typeof useProfileForm>

/** What of the profile is changed and not saved yet, what is wrong with it, and its way out. */
export function useProfileForm(saved: CurrentUser) {
  const { values, unsaved, isChanged, change: changeField, clear } = useUnsavedFields(saved)
  const [photo, setPhoto] = useState<File | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { isSaving, progress, send, stop } = useCancellableSave()
  const { errors, failure, submit, setErrors, clearFailure, reset } = useForm({
    // Another device may have saved the others since they were read here.
    parse: () => parseProfile(unsaved),
    async send(fields: ProfileFields) {
      setIsSaved(false)
      if (!(await send(fields, photo))) return
      clear()
      setPhoto(null)
      setIsSaved(true)
    },
    ...{ failed: MESSAGES.profileFailed, fields: FIELD_NAMES },
  })

  function setError(field: FieldName, sentence?: string) {
    setIsSaved(false)
    setErrors({ [field]: sentence })
    clearFailure()
  }

  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    changeField(name, value)
    setError(name)
  }

  /** Whether files that were chosen may be looked at; if not, it is said why. */
  function acceptsChoice(files: File[]): boolean {
    const problem = choiceProblem(files)
    setError('profilePhoto', problem)
    return problem === undefined
  }

  function takePhoto(chosen: File) {
    const problem = photoProblem(chosen)
    setError('profilePhoto', problem)
    if (!problem) setPhoto(chosen)
  }

  function dropPhoto() {
    setPhoto(null)
    setError('profilePhoto')
  }

  function discard() {
    stop()
    clear()
    dropPhoto()
    reset()
  }

  return {
    ...{ values, photo, errors, failure, isSaving, isSaved, progress },
    hasUnsaved: isChanged || photo !== null,
    ...{ change, acceptsChoice, takePhoto, dropPhoto, submit, stop, discard },
  }
}

function parseProfile(changed: Partial<Fields>) {
  const { data, error } = profileFields.safeParse(changed)
  return data ? { data } : { errors: errorsByField(error.issues) }
}

/** A save with its progress, which can be stopped. */
function useCancellableSave() {
  const { mutateAsync } = useSaveProfile()
  const controller = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number>()

  /** False when it was stopped. */
  async function send(fields: ProfileFields, photo: File | null): Promise<boolean> {
    const stop = new AbortController()
    controller.current = stop
    setProgress(0)
    try {
      await mutateAsync({ fields, photo, stop: stop.signal, onProgress: setProgress })
      return true
    } catch (error) {
      if (stop.signal.aborted) return false
      throw error
    } finally {
      controller.current = undefined
      setProgress(undefined)
    }
  }

  const stop = () => controller.current?.abort()
  return { isSaving: progress !== undefined, progress: progress ?? 0, send, stop }
}
