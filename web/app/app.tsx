import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { paths } from './paths.ts'
import { memberParts } from './screens.ts'
import { SessionProvider, useSession } from './session.tsx'

const MemberConnection = optionalChunk(memberParts.connection, 'MemberConnection')

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
  queryClient: QueryClient
  /** Without it nothing comes by itself. */
  Socket?: SocketClass | undefined
}

export function App({ router, queryClient, Socket }: AppProps) {
  const goToLogin = useCallback(async () => router.navigate(paths.login), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionProvider goToLogin={goToLogin}>
          <Connection Socket={Socket} />
          <RouterProvider router={router} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
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
