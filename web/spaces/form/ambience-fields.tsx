import { type ReactNode, useId } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import type { SpaceForm } from './use-space-form.ts'

/** What gives the space its air: a sound and a piece of art, both optional. */
export function AmbienceFields({ form }: { form: SpaceForm }) {
  const { values, errors, change } = form
  return (
    <>
      <Group legend="Ambient sound" problem={errors.sound}>
        <WordsField form={form} label="Sound address" name="soundUrl" path="sound.url" />
        <WordsField form={form} label="Sound name" name="soundName" path="sound.name" />
        <VolumeField
          volume={values.volume}
          onChange={(volume) => change({ volume }, 'sound.volume', 'sound')}
        />
      </Group>
      <Group legend="Pinned art" problem={errors.pinnedArt}>
        <WordsField form={form} label="Art address" name="artUrl" path="pinnedArt.url" />
        <div className="grid gap-4 sm:grid-cols-2">
          <WordsField form={form} label="Art title" name="artTitle" path="pinnedArt.title" />
          <WordsField form={form} label="Artist" name="artArtist" path="pinnedArt.artist" />
        </div>
      </Group>
    </>
  )
}

const ADDRESS = { type: 'url', inputMode: 'url', placeholder: 'https://' } as const

interface WordsFieldProps {
  form: SpaceForm
  label: string
  name: 'soundUrl' | 'soundName' | 'artUrl' | 'artTitle' | 'artArtist'
  /** Where the contract has it, and errors name it. */
  path: `${'sound' | 'pinnedArt'}.${string}`
}

function WordsField({ form, label, name, path }: WordsFieldProps) {
  const [group = path] = path.split('.')
  return (
    <TextField
      label={label}
      {...(path.endsWith('.url') ? ADDRESS : { dir: 'auto' })}
      autoComplete="off"
      value={form.values[name]}
      onChange={(event) => form.change({ [name]: event.target.value }, path, group)}
      error={form.errors[path]}
    />
  )
}

interface GroupProps {
  legend: string
  problem: string | undefined
  children: ReactNode
}

function Group({ legend, problem, children }: GroupProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 font-semibold font-serif text-lg">{legend}</legend>
      {children}
      {problem && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface VolumeFieldProps {
  volume: number
  onChange: (volume: number) => void
}

function VolumeField({ volume, onChange }: VolumeFieldProps) {
  const id = useId()
  const percent = `${Math.round(volume * 100)} %`
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Volume
      </label>
      <div className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          aria-valuetext={percent}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 accent-ember-fill"
        />
        <span aria-hidden className="w-12 text-end text-ink-soft text-sm tabular-nums">
          {percent}
        </span>
      </div>
    </div>
  )
}
