import { useState } from 'react'
import {
  type CommunityChanges,
  type CommunitySettings,
  communityChanges,
  MESSAGES,
} from '../../contract/community-settings.ts'
import { reasonTooLong } from '../app/reason-field.tsx'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { type FieldErrors, type SubmitFormEvent, useForm } from '../platform/form/use-form.ts'
import { useToast } from '../ui/toast.tsx'
import { useChangeCommunity, useChangeLogo } from './community-api.ts'
import { logoProblem } from './logo-file.ts'

export type CommunityField = keyof CommunityChanges | 'logo' | 'reason'
/** What is to be shown once it is saved; null for none, undefined for what is shown already. */
type LogoChoice = File | null | undefined
export type CommunityForm = ReturnType<typeof useCommunityForm>

/** What is typed over what is saved. Only what differs is sent, so that two can edit at once. */
export function useCommunityForm(saved: CommunitySettings) {
  const [edits, setEdits] = useState<CommunityChanges>({})
  const [logo, setLogo] = useState<LogoChoice>()
  const [reason, setReason] = useState('')
  const { mutateAsync: sendChanges } = useChangeCommunity()
  const { mutateAsync: sendLogo } = useChangeLogo()
  const toast = useToast()
  // An edit always has a value.
  const values = { ...saved, ...edits } as CommunitySettings
  const changes = differing(edits, saved)
  const hasUnsaved = logo !== undefined || Object.keys(changes).length > 0
  const form = useForm<CommunityChanges, CommunityField>({
    parse() {
      const data = withoutBlankLines(changes)
      const errors = problemsOf(data, logo, reason)
      return Object.keys(errors).length > 0 ? { errors } : { data }
    },
    async send(data) {
      const why = reason.trim()
      if (logo !== undefined) await sendLogo({ file: logo, reason: why })
      setLogo((now) => (now === logo ? undefined : now))
      if (Object.keys(data).length > 0) await sendChanges({ changes: data, reason: why })
      // What was typed meanwhile stays.
      setEdits((now) => differing(now, edits))
      setReason((now) => (now === reason ? '' : now))
      toast.success(MESSAGES.saved)
    },
    failed: 'The changes could not be saved.',
  })
  const { errors, failure, isSubmitting } = form
  return {
    ...{ values, errors, failure, isSubmitting, hasUnsaved, reason, logo },
    /** Where there is something to save, which Enter in a field does not know. */
    async submit(event: SubmitFormEvent) {
      event.preventDefault()
      if (hasUnsaved) await form.submit(event)
    },
    changeReason(words: string) {
      setReason(words)
      form.setErrors({ reason: undefined })
    },
    chooseLogo(choice: LogoChoice) {
      setLogo(choice)
      form.setErrors({ logo: choice ? logoProblem(choice) : undefined })
    },
    change<Field extends keyof CommunityChanges>(field: Field, value: CommunitySettings[Field]) {
      setEdits((before) => ({ ...before, [field]: value }))
      form.setErrors({ [field]: undefined })
    },
    discard() {
      setEdits({})
      setLogo(undefined)
      setReason('')
      form.reset()
    },
  }
}

function differing(
  edits: CommunityChanges,
  from: Partial<Record<keyof CommunityChanges, unknown>>,
): CommunityChanges {
  const changed = Object.entries(edits).filter(
    ([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(from[field as keyof CommunityChanges]),
  )
  return Object.fromEntries(changed)
}

function problemsOf(
  data: CommunityChanges,
  logo: LogoChoice,
  reason: string,
): FieldErrors<CommunityField> {
  const wrong = logo && logoProblem(logo)
  const why = reason.trim() === '' ? MESSAGES.reasonMissing : reasonTooLong(reason)
  return {
    ...fieldErrors(communityChanges, data),
    ...(wrong && { logo: wrong }),
    ...(why && { reason: why }),
  }
}

/** Of the domains, which are typed as lines, and of the questions. */
function withoutBlankLines(changes: CommunityChanges): CommunityChanges {
  const { blockedMailDomains: domains, approvalQuestions: questions } = changes
  return {
    ...changes,
    ...(domains && { blockedMailDomains: withoutBlanks(domains) }),
    ...(questions && { approvalQuestions: withoutBlanks(questions) }),
  }
}

function withoutBlanks(lines: string[]): string[] {
  return lines.map((each) => each.trim()).filter(Boolean)
}
