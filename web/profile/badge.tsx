import clsx from 'clsx'
import { Gem, Medal, Star } from 'lucide-react'
import { badgeOf } from '../../contract/profile.ts'

const LOOKS = {
  diamond: { Icon: Gem, color: 'text-ember', ground: 'bg-ember-soft' },
  star: { Icon: Star, color: 'text-ember', ground: 'bg-ember-soft' },
  medal: { Icon: Medal, color: 'text-gold', ground: 'bg-gold-soft' },
}

interface MemberBadgeProps {
  userNumber: number
}

/** Marks who was here early; nothing for everybody after. */
export function MemberBadge({ userNumber }: MemberBadgeProps) {
  const badge = badgeOf(userNumber)
  if (!badge) return null
  const { Icon, color, ground } = LOOKS[badge.kind]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs',
        ...[color, ground],
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {badge.label}
    </span>
  )
}
