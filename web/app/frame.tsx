import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { loadChunk } from '../platform/load-chunk.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { memberParts } from './screens.ts'
import { useSession } from './session.tsx'

const MembersFrame = lazy(async () => ({
  default: (await loadChunk(memberParts.frame)).MembersFrame,
}))

/** The bars around a member's places; whoever is not signed in sees the place alone. */
export function Frame() {
  const { user } = useSession()
  if (!user) return <Outlet />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <MembersFrame />
    </Suspense>
  )
}
