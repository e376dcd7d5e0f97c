import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'

interface SpinnerProps {
  /** Said to screen readers; leave it out where the surroundings already say so. */
  label?: string
  className?: string
}

export function Spinner({ label, className }: SpinnerProps) {
  const icon = (
    <LoaderCircle
      aria-hidden
      className={clsx('size-5 animate-spin motion-reduce:animate-none', className)}
    />
  )
  if (!label) return icon
  return (
    <span role="status" className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  )
}
