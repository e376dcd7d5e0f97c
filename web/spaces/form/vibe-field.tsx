import { useId } from 'react'
import { SPACE_VIBES, type SpaceVibe, VIBES } from '../../../contract/spaces.ts'
import { PALETTE_CLASSES, usePaletteStyle } from '../palette-style.ts'
import { VIBE_PALETTES } from '../vibe-palettes.ts'

interface VibeFieldProps {
  value: SpaceVibe
  onChange: (vibe: SpaceVibe) => void
  error: string | undefined
}

/** One of eight, each in the colours it paints a space with. */
export function VibeField({ value, onChange, error }: VibeFieldProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">Vibe</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {SPACE_VIBES.map((vibe) => (
          <VibeChoice
            key={vibe}
            {...{ name, vibe, onChange }}
            isChosen={vibe === value}
            isInvalid={error !== undefined}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="pt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface VibeChoiceProps {
  /** Of all eight, so that one of them is chosen. */
  name: string
  vibe: SpaceVibe
  isChosen: boolean
  isInvalid: boolean
  onChange: (vibe: SpaceVibe) => void
}

function VibeChoice({ name, vibe, isChosen, isInvalid, onChange }: VibeChoiceProps) {
  const { label, emoji } = VIBES[vibe]
  return (
    <label
      style={usePaletteStyle(VIBE_PALETTES[vibe])}
      className={`${PALETTE_CLASSES} relative flex min-h-14 cursor-pointer items-center gap-2 overflow-hidden rounded-control border-2 border-line px-3 pt-2 font-medium text-sm transition-colors duration-150 has-checked:border-(--space-primary) has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 forced-colors:has-checked:outline-2`}
    >
      <span
        aria-hidden
        className="absolute inset-x-0 top-0 h-1.5 bg-[linear-gradient(to_right,var(--space-primary),var(--space-secondary),var(--space-accent))]"
      />
      <input
        type="radio"
        name={name}
        value={vibe}
        checked={isChosen}
        aria-invalid={isInvalid || undefined}
        onChange={() => onChange(vibe)}
        className="sr-only"
      />
      <span aria-hidden className="text-lg">
        {emoji}
      </span>
      {label}
    </label>
  )
}
