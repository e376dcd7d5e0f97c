import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { MemberImages } from './member-images.tsx'
import { firstImagesOptions, imagesAs } from './member-images-api.ts'

/** The pictures of one's own posts as a friend, or the public, may see them. */
export function ImagesViewedAs({ viewer }: { viewer: string }) {
  const { username } = useUser()
  const source = imagesAs(viewer)
  const first = useQuery(firstImagesOptions(source))
  if (first.isLoadingError) return <ErrorState text={MESSAGES.imagesFailed} query={first} />
  if (!first.data) return null
  return (
    <MemberImages
      key={first.data.nextCursor}
      source={source}
      username={username}
      first={first.data}
    />
  )
}
