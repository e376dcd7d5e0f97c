import { PostsViewedAs } from '../posts/posts-viewed-as.tsx'
import { ViewAsScreen } from '../profile/view-as-screen.tsx'

export function ViewAsPage() {
  return <ViewAsScreen renderPosts={(viewer) => <PostsViewedAs key={viewer} viewer={viewer} />} />
}
