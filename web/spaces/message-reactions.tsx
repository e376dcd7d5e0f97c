import type { SpaceMessage } from '../../contract/space-messages.ts'
import { useQuietNumbers, useUser } from '../app/session.tsx'
import { VibeChip } from '../ui/emoji/vibe-chip.tsx'

interface MessageReactionsProps {
  message: SpaceMessage
  onReact: (emoji: string, isGiven: boolean) => void
}

/** Each kind of reaction as a chip, in the order they were first given. */
export function MessageReactions({ message: { reactions }, onReact }: MessageReactionsProps) {
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
              othersKnown={others.map(({ username }) => username)}
              onClick={() => onReact(emoji, !isMine)}
            />
          </li>
        )
      })}
    </ul>
  )
}
