import { FriendsScreen } from '../friends/friends-screen.tsx'
import { InviteBox } from '../posts/invite-box.tsx'
import { MessagesLink } from './messages-link.tsx'
import { PeopleSegment } from './people-segment.tsx'

/** The friends room, with the home's own way to invite somebody and the way to what they write. */
export function FriendsPage() {
  return (
    <FriendsScreen
      invitation={<InviteBox />}
      messages={<MessagesLink />}
      segment={<PeopleSegment />}
    />
  )
}
