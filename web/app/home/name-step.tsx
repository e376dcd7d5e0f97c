import { useState } from 'react'
import { COMMUNITY_LIMITS, communityChanges } from '../../../contract/community-settings.ts'
import { useChangeCommunity } from '../../admin/community-api.ts'
import { communityBranding } from '../../platform/community.ts'
import { fieldErrors } from '../../platform/form/field-errors.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function NameStep({ onDone }: SetupStepProps) {
  const [name, setName] = useState(() => communityBranding().name)
  const { mutateAsync } = useChangeCommunity()
  const { errors, failure, isSubmitting, submit } = useForm({
    parse() {
      const wrong = fieldErrors(communityChanges, { name })
      return Object.keys(wrong).length > 0 ? { errors: wrong } : { data: { name } }
    },
    async send(changes) {
      if (name.trim() !== communityBranding().name) await mutateAsync({ changes })
      onDone()
    },
    failed: 'The name could not be saved.',
    fields: ['name'],
  })
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2">
      <TextField
        label="Name of the community"
        isLabelHidden
        name="name"
        value={name}
        error={errors.name ?? failure?.sentence}
        counterMax={COMMUNITY_LIMITS.name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={isSubmitting} className="min-h-11">
        Save
      </Button>
    </form>
  )
}
