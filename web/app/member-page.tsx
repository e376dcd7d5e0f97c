import { MemberPosts } from '../posts/member-posts.tsx'
import { MemberScreen } from '../profile/member-screen.tsx'

/** A member's page, with their posts from the posts' own room. */
export function MemberPage() {
  return <MemberScreen renderPosts={(memberId) => <MemberPosts memberId={memberId} />} />
}
