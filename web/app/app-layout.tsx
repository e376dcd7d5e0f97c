import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LoadingLayout } from './loading-layout.tsx'
import { memberParts } from './screens.ts'
import { useSession } from './session.tsx'

const MembersLayout = lazyChunk(memberParts.frame, 'MembersLayout')

export function AppLayout() {
  const { user } = useSession()
  if (!user) return <Outlet />
  return (
    <Suspense fallback={<LoadingLayout />}>
      <MembersLayout />
    </Suspense>
  )
}
