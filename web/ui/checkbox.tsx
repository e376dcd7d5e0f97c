import { Check } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange'> {
  /** A radio where choosing one gives up the other. */
  type?: 'checkbox' | 'radio'
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A native checkbox, drawn in our colours, with its label as part of the target. */
export function Checkbox({ label, description, onChange, className, ...native }: CheckboxProps) {
  const descriptionId = useId()
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 sm:min-h-8">
        <span className="relative inline-flex shrink-0">
          <input
            type="checkbox"
            {...native}
            aria-describedby={description ? descriptionId : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-6 appearance-none rounded-lg border border-line-strong bg-surface-raised transition-colors duration-150 checked:border-ember-fill checked:bg-ember-fill disabled:opacity-55"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-4 text-ember-ink opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      {description && (
        <p id={descriptionId} className="ps-9 text-ink-soft text-sm">
          {description}
        </p>
      )}
    </div>
  )
}
