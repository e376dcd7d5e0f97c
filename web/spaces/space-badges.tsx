import { Lock, Users } from 'lucide-react'
import { type Space, type SpaceVibe, VIBES } from '../../contract/spaces.ts'
import { useQuietNumbers } from '../app/session.tsx'

const BADGE_CLASSES =
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-medium text-sm whitespace-nowrap'

export function VibeBadge({ vibe }: { vibe: SpaceVibe }) {
  const { label, emoji } = VIBES[vibe]
  return (
    <span className={`${BADGE_CLASSES} bg-(--space-secondary) text-(--space-on-secondary)`}>
      <span aria-hidden>{emoji}</span>
      <span className="sr-only">Vibe: </span>
      {label}
    </span>
  )
}

export function PrivateBadge() {
  return (
    <span className={`${BADGE_CLASSES} bg-quiet`}>
      <Lock aria-hidden className="size-3.5" />
      Private
    </span>
  )
}

export function UnreadBadge({ count }: { count: number }) {
  const isQuiet = useQuietNumbers()
  return (
    <span className={`${BADGE_CLASSES} bg-(--space-accent) text-(--space-on-accent) tabular-nums`}>
      {isQuiet ? 'New' : `${count} new`}
    </span>
  )
}

/** How many are there; quietly, whether there is room for one more. */
export function MemberCount({ space }: { space: Pick<Space, 'memberCount' | 'maxMembers'> }) {
  const { memberCount, maxMembers } = space
  const isQuiet = useQuietNumbers()
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-soft text-sm min-[20rem]:whitespace-nowrap">
      <Users aria-hidden className="size-4" />
      {isQuiet
        ? memberCount < maxMembers
          ? 'Room for more'
          : 'Full'
        : `${memberCount} of ${maxMembers} members`}
    </span>
  )
}

export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          dir="auto"
          className="wrap-anywhere rounded-full border border-line px-2.5 py-0.5 text-ink-soft text-sm"
        >
          {tag}
        </li>
      ))}
    </ul>
  )
}
