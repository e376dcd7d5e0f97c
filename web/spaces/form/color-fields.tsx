import type { ColorPalette } from '../../../contract/spaces.ts'
import { TextField } from '../../ui/text-field.tsx'
import { readabilityOf } from '../palette.ts'
import { shownPalette } from './space-form-values.ts'
import type { SpaceForm } from './use-space-form.ts'

const ROLES = [
  { role: 'primary', label: 'Primary colour' },
  { role: 'secondary', label: 'Secondary colour' },
  { role: 'accent', label: 'Accent colour' },
  { role: 'background', label: 'Background colour' },
  { role: 'text', label: 'Text colour' },
] as const satisfies { role: keyof ColorPalette; label: string }[]

/** The five colours, each picked or typed, and how they read. */
export function ColorFields({ form: { values, errors, change } }: { form: SpaceForm }) {
  const shown = shownPalette(values.colors)
  const setColor = (role: keyof ColorPalette, color: string) =>
    change({ colors: { ...values.colors, [role]: color } }, `colorPalette.${role}`, 'colorPalette')
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-semibold font-serif text-lg">Colours</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {ROLES.map(({ role, label }) => (
          <div key={role} className="flex items-start gap-2">
            <input
              type="color"
              aria-label={`Pick the ${label.toLowerCase()}`}
              value={shown[role]}
              onChange={(event) => setColor(role, event.target.value)}
              className="mt-7 h-11 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface-raised p-1"
            />
            <TextField
              label={label}
              spellCheck={false}
              autoComplete="off"
              maxLength={7}
              value={values.colors[role]}
              onChange={(event) => setColor(role, event.target.value)}
              error={errors[`colorPalette.${role}`]}
              className="min-w-0 flex-1"
            />
          </div>
        ))}
      </div>
      {errors.colorPalette && (
        <p role="alert" className="text-danger text-sm">
          {errors.colorPalette}
        </p>
      )}
      <Readability palette={shown} />
    </fieldset>
  )
}

function Readability({ palette }: { palette: ColorPalette }) {
  const { ratio, isAdjusted } = readabilityOf(palette)
  return (
    <p role="status" className="text-ink-soft text-sm">
      {`Text on background: contrast ${ratio.toFixed(1)} to 1. `}
      {isAdjusted && 'That is hard to read, so the text is drawn in a mended colour.'}
    </p>
  )
}
