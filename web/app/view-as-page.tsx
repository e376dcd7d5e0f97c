import { PostsViewedAs } from '../posts/posts-viewed-as.tsx'
import { ViewAsScreen } from '../profile/view-as-screen.tsx'

/** A member's own profile as others see it, with its posts from the posts' own room. */
export function ViewAsPage() {
  return <ViewAsScreen renderPosts={(viewer) => <PostsViewedAs key={viewer} viewer={viewer} />} />
}
