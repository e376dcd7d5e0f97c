import { Field as BaseField } from '@base-ui/react/field'
import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface FieldFrame {
  label: string
  /** For a field whose purpose everyone sees, such as a search: the label is only said. */
  isLabelHidden?: boolean | undefined
  description?: ReactNode
  /** A plain sentence; the field is marked invalid while there is one. */
  error?: string | undefined
}

interface FieldProps extends FieldFrame {
  /** Shown at the end of the line under the control. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Label above, control, then error and description below, all tied together for screen readers. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden, description, error, aside, className, children } = props
  return (
    <BaseField.Root invalid={Boolean(error)} className={clsx('flex flex-col gap-1.5', className)}>
      <BaseField.Label className={isLabelHidden ? 'sr-only' : 'font-medium text-sm'}>
        {label}
      </BaseField.Label>
      {children}
      {(description || error || aside) && (
        <div className="flex justify-between gap-3 text-sm">
          <div className="min-w-0">
            <BaseField.Error match={Boolean(error)} className="text-danger">
              {error}
            </BaseField.Error>
            {description && (
              <BaseField.Description className="text-ink-soft">{description}</BaseField.Description>
            )}
          </div>
          {aside}
        </div>
      )}
    </BaseField.Root>
  )
}

/** The look of every box a person types or chooses in. */
export const CONTROL_CLASSES =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface-raised px-3 py-2 text-ink min-h-11 focus-visible:-outline-offset-1 transition-colors duration-150 data-invalid:border-danger disabled:opacity-55'
