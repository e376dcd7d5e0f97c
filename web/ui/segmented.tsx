import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'

interface SegmentedProps<Value extends string> {
  /** What is being chosen, for screen readers. */
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A small either-or choice, all options in sight: buttons of which exactly one is pressed. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <ToggleGroup
      aria-label={label}
      value={[value]}
      onValueChange={([chosen]) => chosen && onChange(chosen)}
      className="inline-flex w-fit max-w-full rounded-control bg-surface-sunken p-1"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          className="inline-flex min-h-11 min-w-0 items-center justify-center gap-2 rounded-lg px-4 py-1 font-medium text-ink-soft text-sm transition-colors duration-150 hover:text-ink data-pressed:bg-surface-pressed data-pressed:text-ink data-pressed:shadow-raised sm:min-h-9"
        >
          {option.icon}
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
