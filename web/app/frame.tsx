import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LoadingFrame } from './loading-frame.tsx'
import { memberParts } from './screens.ts'
import { useSession } from './session.tsx'

const MembersFrame = lazyChunk(memberParts.frame, 'MembersFrame')

export function Frame() {
  const { user } = useSession()
  if (!user) return <Outlet />
  return (
    <Suspense fallback={<LoadingFrame />}>
      <MembersFrame />
    </Suspense>
  )
}
