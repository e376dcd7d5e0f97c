import type { Folds } from '../../../contract/blocks.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { useQuietNumbers, useUser } from '../../app/session.tsx'
import { VibeChip } from '../../ui/emoji/vibe-chip.tsx'

interface MessageReactionsProps {
  message: SpaceMessage
  /** Whose names are left out; they are counted. */
  folds: Folds
  onReact: (emoji: string, isGiven: boolean) => void
}

/** Each kind of reaction as a chip, in the order they were first given. */
export function MessageReactions({
  message: { reactions },
  folds,
  onReact,
}: MessageReactionsProps) {
  const { _id: viewerId } = useUser()
  const isQuiet = useQuietNumbers()
  const kinds = [...Map.groupBy(reactions, ({ emoji }) => emoji)]
  if (kinds.length === 0) return null
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1.5">
      {kinds.map(([emoji, given]) => {
        const others = given.filter(({ user }) => user !== viewerId)
        const isMine = others.length < given.length
        return (
          <li key={emoji}>
            <VibeChip
              emoji={emoji}
              count={given.length}
              isMine={isMine}
              isQuiet={isQuiet}
              othersKnown={others
                .filter(({ user, username }) => username && !isFolded(user, folds))
                .map(({ username }) => username)}
              onClick={() => onReact(emoji, !isMine)}
            />
          </li>
        )
      })}
    </ul>
  )
}

function isFolded(userId: string, { blocked, hidden }: Folds): boolean {
  return blocked.includes(userId) || hidden.includes(userId)
}
