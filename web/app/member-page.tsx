import { MemberImages } from '../posts/member-images.tsx'
import { MemberPosts } from '../posts/member-posts.tsx'
import { MemberScreen } from '../profile/member-screen.tsx'

export function MemberPage() {
  return (
    <MemberScreen
      renderImages={(member) => (
        <MemberImages key={member.images.nextCursor} member={member} first={member.images} />
      )}
      renderPosts={(memberId) => <MemberPosts memberId={memberId} />}
    />
  )
}
