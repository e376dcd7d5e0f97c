import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { CONTROL_CLASSES, Field, type FieldFrame } from './field.tsx'

interface SelectFieldProps<Value extends string>
  extends FieldFrame,
    Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange' | 'children'> {
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few named options, in the device's own picker. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, isLabelHidden, description, error, className, options, onChange, ...rest } = props
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <select
            {...rest}
            {...control}
            onChange={(event) => onChange(event.target.value as Value)}
            className={clsx(CONTROL_CLASSES, 'appearance-none text-ellipsis pe-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-ink-soft"
          />
        </div>
      )}
    </Field>
  )
}
