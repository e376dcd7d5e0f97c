import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ToastProvider } from '../ui/toast.tsx'
import { paths } from './paths.ts'
import { SessionProvider } from './session.tsx'

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
  queryClient: QueryClient
}

export function App({ router, queryClient }: AppProps) {
  const goToLogin = useCallback(async () => router.navigate(paths.login), [router])
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionProvider goToLogin={goToLogin}>
          <RouterProvider router={router} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}
