import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { isAfterAccountDeletion } from './account-deleted.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { paths } from './paths.ts'
import { accountScreens } from './screens.ts'
import { useSession } from './session.tsx'

const LoginScreen = lazyChunk(accountScreens.login, 'LoginScreen')
const GoodbyeScreen = lazyChunk(() => import('../accounts/goodbye-screen.tsx'), 'GoodbyeScreen')

/** Home and unknown paths: whoever is not signed in sees the sign-in there. */
export function MembersOrSignIn() {
  const { user } = useSession()
  const { pathname } = useLocation()
  if (user) return <Outlet />
  return (
    <Suspense fallback={<LoadingScreen />}>
      {isAfterAccountDeletion() && pathname === paths.home ? <GoodbyeScreen /> : <LoginScreen />}
    </Suspense>
  )
}

export function MembersOnly() {
  const { user } = useSession()
  return user ? <Outlet /> : <Navigate to={paths.home} replace />
}

export function AdministratorsOnly() {
  const { user } = useSession()
  return user?.isAdmin ? <Outlet /> : <Navigate to={paths.home} replace />
}

export function SignedOutOnly() {
  const { user } = useSession()
  return user ? <Navigate to={paths.home} replace /> : <Outlet />
}
