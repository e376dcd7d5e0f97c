import clsx from 'clsx'

interface ProgressBarProps {
  label: string
  /** 0 to 1, or null while nobody knows. */
  value: number | null
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-full bg-quiet"
    >
      <div
        style={percent === undefined ? {} : { width: `${percent}%` }}
        className={clsx(
          'h-full rounded-full bg-ember-fill transition-[width] duration-150',
          percent === undefined && 'w-1/3 animate-pulse',
        )}
      />
    </div>
  )
}
