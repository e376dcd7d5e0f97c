import type { UseQueryResult } from '@tanstack/react-query'
import { type ImagesPage, MESSAGES } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { MemberImages } from './member-images.tsx'
import type { ImagesSource } from './member-images-api.ts'

interface ImagesViewedAsProps {
  source: ImagesSource
  first: UseQueryResult<ImagesPage>
}

/** The pictures of one's own posts as a friend, or the public, may see them. */
export function ImagesViewedAs({ source, first }: ImagesViewedAsProps) {
  const { username } = useUser()
  if (first.isLoadingError) {
    return <ErrorState text={errorMessage(first.error, MESSAGES.imagesFailed)} query={first} />
  }
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
