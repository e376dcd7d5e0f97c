import { useRef, useState } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { MESSAGES, profileFields } from '../../../contract/profile.ts'
import { ApiError } from '../../platform/api-client.ts'
import { useSaveProfile } from './api.ts'
import { choiceProblem, photoProblem } from './photo-file.ts'
import { saidByServer } from './said-by-server.ts'
import { type Fields, useUnsavedFields } from './unsaved-fields.ts'

/** A sentence for each field that is wrong; `general` is about the profile as a whole. */
type Problems = { [Name in keyof Fields | 'profilePhoto' | 'general']?: string | undefined }

export type ProfileForm = ReturnType<typeof useProfileForm>

/** What of the profile is changed and not saved yet, what is wrong with it, and its way out. */
export function useProfileForm(saved: CurrentUser) {
  const { values, isChanged, clear, ...unsaved } = useUnsavedFields(saved)
  const [photo, setPhoto] = useState<File | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isSaved, setIsSaved] = useState(false)
  const { isSaving, progress, send, stop } = useCancellableSave()

  function judge(field: keyof Problems, problem?: string) {
    setIsSaved(false)
    setProblems((known) => ({ ...known, [field]: problem, general: undefined }))
  }

  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    unsaved.change(name, value)
    judge(name)
  }

  /** Whether files that were chosen may be looked at; if not, it is said why. */
  function acceptsChoice(files: File[]): boolean {
    const problem = choiceProblem(files)
    judge('profilePhoto', problem)
    return problem === undefined
  }

  function takePhoto(chosen: File) {
    const problem = photoProblem(chosen)
    judge('profilePhoto', problem)
    if (!problem) setPhoto(chosen)
  }

  function dropPhoto() {
    setPhoto(null)
    judge('profilePhoto')
  }

  function discard() {
    stop()
    clear()
    dropPhoto()
    setProblems({})
  }

  /** Resolves when it is saved, or when it is known why not. */
  async function save(): Promise<void> {
    const parsed = profileFields.required().safeParse(values)
    if (!parsed.success) return setProblems(problemsOfInput(parsed.error.issues))
    setProblems({})
    setIsSaved(false)
    try {
      if (!(await send(parsed.data, photo))) return
      clear()
      setPhoto(null)
      setIsSaved(true)
    } catch (error) {
      setProblems(problemsOfFailure(error))
    }
  }

  return {
    ...{ values, photo, problems, isSaving, isSaved, progress },
    hasUnsaved: isChanged || photo !== null,
    ...{ change, acceptsChoice, takePhoto, dropPhoto, save, stop, discard },
  }
}

/** One saving at a time, which can be stopped. */
function useCancellableSave() {
  const { mutateAsync } = useSaveProfile()
  const underway = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number>()

  /** False when it was stopped, or another one is under way. */
  async function send(fields: Fields, photo: File | null): Promise<boolean> {
    if (underway.current) return false
    const stop = new AbortController()
    underway.current = stop
    setProgress(0)
    try {
      await mutateAsync({ fields, photo, stop: stop.signal, onProgress: setProgress })
      return true
    } catch (error) {
      if (stop.signal.aborted) return false
      throw error
    } finally {
      underway.current = undefined
      setProgress(undefined)
    }
  }

  const stop = () => underway.current?.abort()
  return { isSaving: progress !== undefined, progress: progress ?? 0, send, stop }
}

function problemsOfInput(issues: { path: PropertyKey[]; message: string }[]): Problems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}

const FIELD_NAMES = [
  'aboutMe',
  'petPreference',
  'currentlyVibingTo',
  'currentlyVibingToSpotify',
  'profilePhoto',
] as const

function problemsOfFailure(error: unknown): Problems {
  const sentence = saidByServer(error, MESSAGES.profileFailed)
  if (!(error instanceof ApiError)) return { general: sentence }
  const named = FIELD_NAMES.filter((name) => error.fields[name])
  if (named.length > 0) return Object.fromEntries(named.map((name) => [name, error.fields[name]]))
  return { general: sentence }
}
