import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { paths } from './paths.ts'
import { Realtime } from './realtime.tsx'
import { Reconnection } from './reconnection.tsx'
import { SessionProvider } from './session.tsx'

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
          <Realtime Socket={Socket} />
          <Reconnection />
          <RouterProvider router={router} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}
