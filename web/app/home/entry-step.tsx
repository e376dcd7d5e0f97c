import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Community, REGISTRATIONS } from '../../../contract/community.ts'
import { useChangeCommunity } from '../../admin/community-api.ts'
import { REGISTRATION_NAMES } from '../../admin/registration-names.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusOnError } from '../../ui/focus-on-error.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { communityOptions } from '../community-api.ts'
import type { SetupStepProps } from './setup-step-props.ts'

type Registration = Community['registration']

const MEANINGS: Record<Registration, string> = {
  open: 'Whoever finds the address can register.',
  approval: 'Whoever registers waits until you let them in.',
  invite: 'Only who has a link of a member can register.',
  closed: 'Nobody can register, not even with a link.',
}

export function EntryStep({ onDone }: SetupStepProps) {
  const { data: community } = useQuery(communityOptions)
  const [chosen, setChosen] = useState<Registration>()
  const { mutate, isPending, error } = useChangeCommunity()
  const field = useFocusOnError<HTMLSelectElement>(error)
  const registration = chosen ?? community?.registration ?? 'open'
  function save() {
    if (registration === community?.registration) onDone()
    else mutate({ changes: { registration } }, { onSuccess: onDone })
  }
  return (
    <div className="flex items-start gap-2">
      <SelectField
        ref={field}
        label="Who may register"
        isLabelHidden
        value={registration}
        onChange={setChosen}
        options={REGISTRATIONS.map((value) => ({ value, label: REGISTRATION_NAMES[value] }))}
        description={MEANINGS[registration]}
        error={error ? errorMessage(error, 'This could not be saved.') : undefined}
        className="min-w-0 flex-1"
      />
      {/* What stands there before it is known was nobody's choice. */}
      <Button
        onClick={save}
        busy={isPending}
        disabled={!community && chosen === undefined}
        className="min-h-11"
      >
        Save
      </Button>
    </div>
  )
}
