import clsx from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { CharacterCounter, countedLength } from './character-counter.tsx'
import { CONTROL_CLASSES, Field, type FieldFrame } from './field.tsx'

interface TextAreaProps extends FieldFrame, Omit<ComponentPropsWithRef<'textarea'>, 'value'> {
  value: string
  /** Characters allowed: a live counter shows near it. More can be typed, and is shown in red. */
  counterMax?: number | undefined
  isCounterAlwaysShown?: boolean | undefined
  /** The sentence shown as soon as there is more than `counterMax`. */
  tooLong?: string | undefined
}

/** Several lines of text: `rows` at least, growing with what is written up to half the screen. */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, description, counterMax, tooLong, className, ...rest } = props
  const { error = lengthProblem(props), isCounterAlwaysShown, ...textarea } = rest
  const { rows = 2 } = textarea
  const counter = counterMax && (
    <CharacterCounter text={textarea.value} max={counterMax} isAlwaysShown={isCounterAlwaysShown} />
  )
  return (
    <Field {...props} error={error} aside={counter}>
      {(control) => (
        <textarea
          dir="auto"
          {...textarea}
          {...control}
          style={{ minHeight: `calc(${rows}lh + 1.125rem)` }}
          className={clsx(CONTROL_CLASSES, 'field-sizing-content max-h-[50dvh] resize-none')}
        />
      )}
    </Field>
  )
}

function lengthProblem({ value, counterMax, tooLong }: TextAreaProps): string | undefined {
  return counterMax && countedLength(value) > counterMax ? tooLong : undefined
}
