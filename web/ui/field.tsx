import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export interface FieldFrame {
  label: string
  /** For a field whose purpose everyone sees, such as a search: the label is only said. */
  isLabelHidden?: boolean | undefined
  description?: ReactNode
  /** A plain sentence; the field is marked invalid while there is one. */
  error?: string | undefined
  /** What else describes it, and stands elsewhere. */
  'aria-describedby'?: string | undefined
}

interface FieldControl {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps extends FieldFrame {
  /** Shown at the end of the line under the control. */
  aside?: ReactNode
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, then error and description below, all tied together for screen readers. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden, description, error, aside, className, children } = props
  const id = useId()
  const said = [
    error && `${id}-error`,
    description && `${id}-description`,
    props['aria-describedby'],
  ].filter(Boolean)
  const control: FieldControl = {
    id,
    ...(said.length > 0 && { 'aria-describedby': said.join(' ') }),
    ...(error && { 'aria-invalid': true }),
  }
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium text-sm'}>
        {label}
      </label>
      {children(control)}
      {(description || error || aside) && (
        <div className="flex justify-between gap-3 text-sm">
          <div className="min-w-0">
            {error && (
              <p id={`${id}-error`} className="text-danger">
                {error}
              </p>
            )}
            {description && (
              <p id={`${id}-description`} className="text-ink-soft">
                {description}
              </p>
            )}
          </div>
          {aside}
        </div>
      )}
    </div>
  )
}

export const CONTROL_CLASSES =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface-raised px-3 py-2 text-ink min-h-11 focus-visible:-outline-offset-1 transition-colors duration-150 aria-invalid:border-danger disabled:opacity-55'
