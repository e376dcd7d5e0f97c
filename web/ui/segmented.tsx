import type { ReactNode } from 'react'
import { moveAmongButtons } from './roving-focus.ts'

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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be as wide as what it holds
    <div
      role="group"
      aria-label={label}
      onKeyDown={moveAmongButtons}
      className="inline-flex w-fit max-w-full rounded-control bg-surface-sunken p-1"
    >
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => option.value !== value && onChange(option.value)}
          className="inline-flex min-h-11 min-w-0 items-center justify-center gap-2 rounded-lg px-4 py-1 font-medium text-ink-soft text-sm transition-colors duration-150 hover:text-ink aria-pressed:bg-surface-pressed aria-pressed:text-ink aria-pressed:shadow-raised aria-pressed:ring-1 aria-pressed:ring-line-strong aria-pressed:ring-inset sm:min-h-9"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
