import { FriendsScreen } from '../friends/friends-screen.tsx'
import { InviteBox } from '../posts/invite-box.tsx'
import { FriendsMessagesSwitch } from './friends-messages-switch.tsx'
import { MessagesLink } from './messages-link.tsx'

export function FriendsPage() {
  return (
    <FriendsScreen
      invitation={<InviteBox />}
      messages={<MessagesLink />}
      segment={<FriendsMessagesSwitch />}
    />
  )
}
