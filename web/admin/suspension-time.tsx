import { SUSPENSION_DAYS, type SuspensionDays } from '../../contract/reports.ts'
import { SelectField } from '../ui/select-field.tsx'

const FOR_GOOD = 'lifted'

interface SuspensionTimeProps {
  days: SuspensionDays
  onChange: (days: SuspensionDays) => void
}

export function SuspensionTime({ days, onChange }: SuspensionTimeProps) {
  return (
    <SelectField
      label="For how long"
      options={[
        ...SUSPENSION_DAYS.map((count) => ({
          value: String(count),
          label: count === 1 ? '1 day' : `${count} days`,
        })),
        { value: FOR_GOOD, label: 'Until it is lifted' },
      ]}
      value={days === null ? FOR_GOOD : String(days)}
      onChange={(value) =>
        onChange(SUSPENSION_DAYS.find((count) => String(count) === value) ?? null)
      }
    />
  )
}
