import type { ComponentProps } from 'react'
import { characterCount } from '../../contract/text.ts'
import { CharacterCounter } from '../ui/character-counter.tsx'
import { TextArea } from '../ui/text-area.tsx'

interface CountedTextAreaProps extends ComponentProps<typeof TextArea> {
  max: number
  /** Shown as soon as there is more. */
  tooLong: string
}

/** Counts as the contract does: what a person takes for a character, without the space around. */
export function CountedTextArea({ max, tooLong, error, ...area }: CountedTextAreaProps) {
  const length = characterCount(area.value.trim())
  return (
    <div className="flex flex-col gap-1.5">
      <TextArea {...area} error={error ?? (length > max ? tooLong : undefined)} />
      <div className="text-end text-sm empty:hidden">
        <CharacterCounter length={length} max={max} />
      </div>
    </div>
  )
}
