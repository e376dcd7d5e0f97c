import { Gem, Medal, Star } from 'lucide-react'
import { badgeOf } from '../../contract/profile.ts'

const ICONS = { diamond: Gem, star: Star, medal: Medal }

interface MemberBadgeProps {
  userNumber: number
  /** Its picture alone, for beside a name; its label shows on pointing at it. */
  isSmall?: boolean
}

/** Marks who was here early; nothing for everybody after. */
export function MemberBadge({ userNumber, isSmall = false }: MemberBadgeProps) {
  const badge = badgeOf(userNumber)
  if (!badge) return null
  const Icon = ICONS[badge.kind]
  if (isSmall) {
    return (
      <span title={badge.label} className="inline-flex shrink-0 text-ember">
        <Icon aria-hidden className="size-3.5" />
        <span className="sr-only">{badge.label}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap rounded-full bg-ember-soft px-2 py-0.5 font-medium text-ember text-xs">
      <Icon aria-hidden className="size-3.5" />
      {badge.label}
    </span>
  )
}
