import { useState } from 'react'
import {
  type CommunityChanges,
  type CommunitySettings,
  communityChanges,
  MESSAGES,
} from '../../contract/community-settings.ts'
import { fieldErrors } from '../platform/form/field-errors.ts'
import { useForm } from '../platform/form/use-form.ts'
import { useToast } from '../ui/toast.tsx'
import { useChangeCommunity } from './community-api.ts'

export type CommunityField = keyof CommunityChanges
export type CommunityForm = ReturnType<typeof useCommunityForm>

/** What is typed over what is saved. Only what differs is sent, so that two can edit at once. */
export function useCommunityForm(saved: CommunitySettings) {
  const [edits, setEdits] = useState<CommunityChanges>({})
  const { mutateAsync } = useChangeCommunity()
  const toast = useToast()
  // An edit always has a value.
  const values = { ...saved, ...edits } as CommunitySettings
  const changes = Object.fromEntries(
    Object.entries(edits).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as CommunityField]),
    ),
  ) as CommunityChanges
  const form = useForm<CommunityChanges, CommunityField>({
    parse() {
      const data = withoutBlankLines(changes)
      const errors = fieldErrors(communityChanges, data)
      return Object.keys(errors).length > 0 ? { errors } : { data }
    },
    async send(data) {
      await mutateAsync(data)
      setEdits({})
      toast.success(MESSAGES.saved)
    },
    failed: 'The changes could not be saved.',
  })
  return {
    values,
    errors: form.errors,
    failure: form.failure,
    isSubmitting: form.isSubmitting,
    submit: form.submit,
    hasUnsaved: Object.keys(changes).length > 0,
    change<Field extends CommunityField>(field: Field, value: CommunitySettings[Field]) {
      setEdits((before) => ({ ...before, [field]: value }))
      form.setErrors({ [field]: undefined })
    },
    discard() {
      setEdits({})
      form.reset()
    },
  }
}

/** Of the domains, which are typed as lines. */
function withoutBlankLines(changes: CommunityChanges): CommunityChanges {
  const { blockedMailDomains: lines } = changes
  if (!lines) return changes
  return { ...changes, blockedMailDomains: lines.map((each) => each.trim()).filter(Boolean) }
}
