import { MemberPictures } from '../posts/member-pictures.tsx'
import { MemberPosts } from '../posts/member-posts.tsx'
import { MemberScreen } from '../profile/member-screen.tsx'

export function MemberPage() {
  return (
    <MemberScreen
      renderPictures={(member) => (
        <MemberPictures key={member.pictures.nextCursor} member={member} first={member.pictures} />
      )}
      renderPosts={(memberId) => <MemberPosts memberId={memberId} />}
    />
  )
}
