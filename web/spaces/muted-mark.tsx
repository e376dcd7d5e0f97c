import { BellOff } from 'lucide-react'

export function MutedMark() {
  return <BellOff role="img" aria-label="Muted" className="size-3.5 shrink-0" />
}
