import { MessageCircle, UserMinus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MemberProfile } from '../../contract/profile.ts'
import { useFriendActions, usePendingRelations } from '../app/friendship/friend-actions.ts'
import { FriendButtons } from '../app/friendship/friend-buttons.tsx'
import { relationToMember } from '../app/friendship/relation.ts'
import { RemoveFriendDialog } from '../app/friendship/remove-friend-dialog.tsx'
import { useModerationMenu } from '../app/moderation/moderation-menu.tsx'
import { useSafetyMenu } from '../app/safety/safety-menu.tsx'
import { useUser } from '../app/session.tsx'
import { useWriteMessage } from '../app/write-message-api.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

/** On a member's card: how they stand to the viewer, and what can be done about it. */
export function MemberFriendship({ member }: { member: MemberProfile }) {
  const { _id: viewerId } = useUser()
  const underway = usePendingRelations()
  const act = useFriendActions('card')
  const write = useWriteItem(member._id)
  const [isRemoving, setIsRemoving] = useState(false)
  const isRemoved = useRef(false)
  const group = useRef<HTMLDivElement>(null)
  const safety = useSafetyMenu(member, { kind: 'profile', id: member._id }, member.isMuted)
  const { _id: id, username: name } = member
  const moderation = useModerationMenu(id, [
    ...(member.profilePhoto ? [{ kind: 'photo', id, name } as const] : []),
    { kind: 'sessions', id, name },
  ])
  if (member._id === viewerId) return null
  const relation = underway.get(member._id) ?? relationToMember(member)
  const isFriend = relation === 'friends'

  function askToRemove() {
    isRemoved.current = false
    setIsRemoving(true)
  }

  function remove() {
    isRemoved.current = true
    act({ kind: 'remove', person: member, before: 'friends' })
  }

  const removal = {
    label: 'Remove friend',
    icon: <UserMinus />,
    isDanger: true,
    onSelect: askToRemove,
  }
  return (
    <div ref={group} tabIndex={-1} className="flex flex-wrap items-center gap-2 outline-none">
      <FriendButtons
        relation={relation}
        isOnCard
        onAct={(kind) => act({ kind, person: member, before: relation })}
      />
      {isFriend && (
        <Button onClick={write.onSelect}>
          <MessageCircle aria-hidden className="size-4.5" />
          {write.label}
        </Button>
      )}
      <Menu
        label={`Options for ${member.username}`}
        items={[...(isFriend ? [removal] : [write]), ...safety.items, ...moderation.items]}
      />
      {safety.dialog}
      {moderation.dialog}
      <RemoveFriendDialog
        friend={isRemoving ? member : undefined}
        onConfirmed={remove}
        onClose={() => setIsRemoving(false)}
        returnFocus={() => (isRemoved.current ? group.current : null)}
      />
    </div>
  )
}

/** Who is no friend may still be asked, where both are in a space. */
function useWriteItem(memberId: string) {
  const writeTo = useWriteMessage()
  return {
    label: 'Write a message',
    icon: <MessageCircle />,
    onSelect: () => writeTo(memberId),
  }
}
