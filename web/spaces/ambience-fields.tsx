import { type ReactNode, useId } from 'react'
import { TextField } from '../ui/text-field.tsx'
import type { SpaceForm } from './use-space-form.ts'

/** What gives the space its air: a sound and a piece of art, both optional. */
export function AmbienceFields({ form }: { form: SpaceForm }) {
  const { values, problems, change } = form
  return (
    <>
      <Group legend="Ambient sound" problem={problems.sound}>
        <TextField
          label="Sound address"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={values.soundUrl}
          onChange={(event) => change({ soundUrl: event.target.value }, 'sound.url', 'sound')}
          error={problems['sound.url']}
        />
        <TextField
          label="Sound name"
          dir="auto"
          autoComplete="off"
          value={values.soundName}
          onChange={(event) => change({ soundName: event.target.value }, 'sound.name', 'sound')}
          error={problems['sound.name']}
        />
        <VolumeField
          volume={values.volume}
          onChange={(volume) => change({ volume }, 'sound.volume', 'sound')}
        />
      </Group>
      <Group legend="Pinned art" problem={problems.pinnedArt}>
        <TextField
          label="Art address"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={values.artUrl}
          onChange={(event) => change({ artUrl: event.target.value }, 'pinnedArt.url', 'pinnedArt')}
          error={problems['pinnedArt.url']}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Art title"
            dir="auto"
            autoComplete="off"
            value={values.artTitle}
            onChange={(event) =>
              change({ artTitle: event.target.value }, 'pinnedArt.title', 'pinnedArt')
            }
            error={problems['pinnedArt.title']}
          />
          <TextField
            label="Artist"
            dir="auto"
            autoComplete="off"
            value={values.artArtist}
            onChange={(event) =>
              change({ artArtist: event.target.value }, 'pinnedArt.artist', 'pinnedArt')
            }
            error={problems['pinnedArt.artist']}
          />
        </div>
      </Group>
    </>
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
