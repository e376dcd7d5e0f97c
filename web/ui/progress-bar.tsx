import { Progress } from '@base-ui/react/progress'

interface ProgressBarProps {
  /** What is under way, e.g. 'Uploading image'. */
  label: string
  /** 0 to 1, or null while nobody knows. */
  value: number | null
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <Progress.Root value={value === null ? null : value * 100} aria-label={label}>
      <Progress.Track className="h-2 overflow-hidden rounded-full bg-quiet">
        <Progress.Indicator className="h-full rounded-full bg-ember-fill transition-[width] duration-150 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Progress.Track>
    </Progress.Root>
  )
}
