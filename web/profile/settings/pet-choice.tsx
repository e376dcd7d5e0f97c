import { useId } from 'react'
import type { CurrentUser } from '../../../contract/accounts.ts'
import { PETS } from '../pet.tsx'

type Preference = CurrentUser['petPreference']
const PREFERENCES: readonly Preference[] = ['dog', 'cat', '']

interface PetChoiceProps {
  value: Preference
  onChange: (preference: Preference) => void
  isDisabled: boolean
}

export function PetChoice({ value, onChange, isDisabled }: PetChoiceProps) {
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Pet Preference</legend>
      <div className="flex flex-wrap gap-2">
        {PREFERENCES.map((preference) => {
          const { label, Icon } = PETS[preference]
          return (
            <label
              key={preference}
              className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-4 py-1 transition-colors duration-150 has-checked:border-ember-fill has-checked:bg-ember-soft has-checked:text-ember has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={name}
                checked={value === preference}
                onChange={() => onChange(preference)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              <Icon aria-hidden className="size-5" />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
