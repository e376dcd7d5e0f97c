import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { firstImagesOptions, imagesAs } from '../posts/member-images-api.ts'
import { PostsViewedAs } from '../posts/posts-viewed-as.tsx'
import { PUBLIC, ViewAsScreen } from '../profile/view-as-screen.tsx'

// They are drawn as on the page of a member, whose part of the client they come with.
const ImagesViewedAs = lazyChunk(() => import('../posts/images-viewed-as.tsx'), 'ImagesViewedAs')

export function ViewAsPage() {
  const { viewer = PUBLIC } = useParams()
  const source = imagesAs(viewer)
  const first = useQuery(firstImagesOptions(source))
  return (
    <ViewAsScreen
      viewer={viewer}
      areImagesFetched={first.isFetched}
      images={<ImagesViewedAs key={viewer} source={source} first={first} />}
      posts={<PostsViewedAs key={viewer} viewer={viewer} />}
    />
  )
}
