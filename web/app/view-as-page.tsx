import { Suspense } from 'react'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { PostsViewedAs } from '../posts/posts-viewed-as.tsx'
import { ViewAsScreen } from '../profile/view-as-screen.tsx'

// They are drawn as on the page of a member, whose part of the client they come with.
const ImagesViewedAs = lazyChunk(() => import('../posts/images-viewed-as.tsx'), 'ImagesViewedAs')

export function ViewAsPage() {
  return (
    <ViewAsScreen
      renderImages={(viewer) => (
        <Suspense>
          <ImagesViewedAs key={viewer} viewer={viewer} />
        </Suspense>
      )}
      renderPosts={(viewer) => <PostsViewedAs key={viewer} viewer={viewer} />}
    />
  )
}
