import { Gem, Medal, Star } from 'lucide-react'
import { badgeOf } from '../../contract/profile.ts'

const ICONS = { diamond: Gem, star: Star, medal: Medal }

interface MemberBadgeProps {
  userNumber: number
}

/** Marks who was here early; nothing for everybody after. */
export function MemberBadge({ userNumber }: MemberBadgeProps) {
  const badge = badgeOf(userNumber)
  if (!badge) return null
  const Icon = ICONS[badge.kind]
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap rounded-full bg-ember-soft px-2 py-0.5 font-medium text-ember text-xs">
      <Icon aria-hidden className="size-3.5" />
      {badge.label}
    </span>
  )
}
