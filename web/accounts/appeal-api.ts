import { queryOptions } from '@tanstack/react-query'
import { suspension } from '../../contract/suspension.ts'
import { api } from '../platform/api-client.ts'

// Who is suspended has no session, so each call brings who they are.

export interface Identity {
  email: string
  password: string
}

export function suspensionOptions({ email, password }: Identity) {
  return queryOptions({
    // Kept nowhere but in this page.
    queryKey: ['suspension', email] as const,
    queryFn: async () => suspension.parse(await api.post('/users/suspension', { email, password })),
    gcTime: 0,
    staleTime: 0,
  })
}

export function sendAppeal(identity: Identity, text: string) {
  return api.post('/users/appeal', { ...identity, text })
}
