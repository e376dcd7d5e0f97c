import clsx from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { CharacterCounter } from './character-counter.tsx'
import { CONTROL_CLASSES, Field, type FieldFrame } from './field.tsx'

interface TextFieldProps extends FieldFrame, Omit<ComponentPropsWithRef<'input'>, 'value'> {
  value: string
  /** Characters allowed: a live counter shows near it. More can be typed, and is shown in red. */
  counterMax?: number | undefined
  /** A control drawn at the end of the box, such as show-password. */
  endControl?: ReactNode
}

/** A single line of text, controlled by `value` and the native `onChange`. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, description, error, counterMax, endControl, className, ...input } =
    props
  const counter = counterMax && <CharacterCounter text={input.value} max={counterMax} />
  return (
    <Field {...props} aside={counter}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            className={clsx(CONTROL_CLASSES, 'read-only:bg-surface-sunken', endControl && 'pe-12')}
          />
          {endControl}
        </div>
      )}
    </Field>
  )
}
