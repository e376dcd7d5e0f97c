import { FriendsScreen } from '../friends/friends-screen.tsx'
import { InviteBox } from '../posts/invite-box.tsx'

/** The friends room, with the home's own way to invite somebody. */
export function FriendsPage() {
  return <FriendsScreen invitation={<InviteBox />} />
}
