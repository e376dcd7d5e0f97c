import { Field as BaseField } from '@base-ui/react/field'
import clsx from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { CharacterCounter } from './character-counter.tsx'
import { CONTROL_CLASSES, Field, type FieldFrame } from './field.tsx'

interface TextAreaProps extends FieldFrame, Omit<ComponentPropsWithRef<'textarea'>, 'value'> {
  value: string
  /** Characters allowed: a live counter shows near it. More can be typed, and is shown in red. */
  counterMax?: number | undefined
}

/** Several lines of text: `rows` at least, growing with what is written up to half the screen. */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, description, error, counterMax, className, ...textarea } = props
  const { rows = 2 } = textarea
  const counter = counterMax && <CharacterCounter length={textarea.value.length} max={counterMax} />
  return (
    <Field {...{ label, isLabelHidden, description, error, className }} aside={counter}>
      <BaseField.Control
        render={
          <textarea
            dir="auto"
            {...textarea}
            style={{ minHeight: `calc(${rows}lh + 1.125rem)` }}
            className={clsx(CONTROL_CLASSES, 'field-sizing-content max-h-[50dvh] resize-none')}
          />
        }
      />
    </Field>
  )
}
