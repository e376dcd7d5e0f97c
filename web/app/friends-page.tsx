import { FriendsScreen } from '../friends/friends-screen.tsx'
import { InviteBox } from '../posts/invite-box.tsx'
import { MessagesLink } from './messages-link.tsx'
import { PeopleSegment } from './people-segment.tsx'

export function FriendsPage() {
  return (
    <FriendsScreen
      invitation={<InviteBox />}
      messages={<MessagesLink />}
      segment={<PeopleSegment />}
    />
  )
}
