import { Cat, Dog, PawPrint } from 'lucide-react'
import type { MemberProfile } from '../../contract/profile.ts'

export const PETS = {
  dog: { label: 'Dog', Icon: Dog },
  cat: { label: 'Cat', Icon: Cat },
  '': { label: 'No preference', Icon: PawPrint },
}

export function Pet({ preference }: { preference: MemberProfile['petPreference'] }) {
  const { label, Icon } = PETS[preference]
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden className="size-5 text-ember" />
      {label}
    </span>
  )
}
