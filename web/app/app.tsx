import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { ToastProvider } from '../ui/toast.tsx'
import type { ClientRouter } from './client-router.ts'
import { LoadingLayout } from './loading-layout.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { paths } from './paths.ts'
import { RouterView } from './router-view.tsx'
import { memberParts } from './screens.ts'
import { SessionProvider, useSession } from './session.tsx'
import type { SessionState } from './session-state.ts'

const MemberConnection = optionalChunk(memberParts.connection, 'MemberConnection')

interface AppProps {
  router: ClientRouter
  queryClient: QueryClient
  /** Without it nothing comes by itself. */
  Socket?: SocketClass | undefined
  /** Where it was asked already who is here. */
  firstSession?: SessionState | undefined
}

export function App({ router, queryClient, Socket, firstSession }: AppProps) {
  const goToLogin = useCallback(() => router.navigate(paths.login), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionProvider first={firstSession} goToLogin={goToLogin}>
          <Connection Socket={Socket} />
          <RouterView router={router} fallback={<PlaceLoading />} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}

function PlaceLoading() {
  return useSession().user ? <LoadingLayout /> : <LoadingScreen />
}

function Connection({ Socket }: Pick<AppProps, 'Socket'>) {
  const { user } = useSession()
  return (
    user && (
      <Suspense>
        <MemberConnection Socket={Socket} />
      </Suspense>
    )
  )
}
