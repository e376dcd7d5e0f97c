import type { ReactNode } from 'react'
import type { MutualFriends as Mutual } from '../../contract/profile.ts'
import { Avatar } from '../ui/avatar.tsx'

/** Whom both know, in a sentence beside their faces. */
export function MutualFriends({ mutual: { count, named } }: { mutual: Mutual }) {
  if (count === 0) return null
  return (
    <p className="flex items-center gap-3 text-ink-soft text-sm">
      <span className="flex shrink-0 -space-x-2 rtl:space-x-reverse">
        {named.map(({ _id, username, profilePhoto }) => (
          <span key={_id} className="rounded-full ring-2 ring-surface">
            <Avatar name={username} photoUrl={profilePhoto} size="small" />
          </span>
        ))}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        You both know {sentenceOf(count, named)}.
      </span>
    </p>
  )
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cat", "Ann, Bob, Cat and 2 others". */
function sentenceOf(count: number, named: Mutual['named']): ReactNode {
  const names = named.map(({ _id, username }) => <bdi key={_id}>{username}</bdi>)
  const others = count - named.length
  if (others > 0)
    names.push(<span key="others">{`${others} ${others === 1 ? 'other' : 'others'}`}</span>)
  return names.flatMap((name, index) => [
    index === 0 ? '' : index === names.length - 1 ? ' and ' : ', ',
    name,
  ])
}
