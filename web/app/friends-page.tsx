import { FriendsScreen } from '../friends/friends-screen.tsx'
import { InviteBox } from '../posts/invite-box.tsx'
import { FriendsMessagesSwitch } from './friends-messages-switch.tsx'
import { useHasInvitation } from './may-invite.ts'
import { MessagesLink } from './messages-link.tsx'

export function FriendsPage() {
  const hasInvitation = useHasInvitation()
  return (
    <FriendsScreen
      invitation={hasInvitation ? <InviteBox /> : null}
      messages={<MessagesLink />}
      segment={<FriendsMessagesSwitch />}
    />
  )
}
