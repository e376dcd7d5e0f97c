import { MemberImages } from '../posts/member-images.tsx'
import { imagesOf } from '../posts/member-images-api.ts'
import { MemberPosts } from '../posts/member-posts.tsx'
import { MemberScreen } from '../profile/member-screen.tsx'

export function MemberPage() {
  return (
    <MemberScreen
      renderImages={(member) => (
        <MemberImages
          key={member.images.nextCursor}
          source={imagesOf(member._id)}
          username={member.username}
          first={member.images}
        />
      )}
      renderPosts={(memberId) => <MemberPosts memberId={memberId} />}
    />
  )
}
