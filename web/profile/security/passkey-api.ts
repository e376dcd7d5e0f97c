import { queryOptions } from '@tanstack/react-query'
import { passkeyCreation, passkeyList, passkeyRequest } from '../../../contract/passkeys.ts'
import { api } from '../../platform/api-client.ts'
import { makePasskey, signWithPasskey } from '../../platform/passkeys.ts'

// Apart from the rest: the confirmation, which many screens ask for, needs none of it at first.

/** In place of the password. Rejects with a PasskeyError, too. */
export async function confirmByPasskey(): Promise<void> {
  const options = passkeyRequest.parse(await api.post('/users/confirm/passkey/options'))
  await api.post('/users/confirm/passkey', { credential: await signWithPasskey(options) })
}

export const passkeysOptions = queryOptions({
  queryKey: ['passkeys'] as const,
  queryFn: async ({ signal }) => passkeyList.parse(await api.get('/users/passkeys', { signal })),
})

/** Has the browser make one. Rejects with a PasskeyError, too. */
export async function addPasskey(name: string): Promise<void> {
  const options = passkeyCreation.parse(await api.post('/users/passkeys/options'))
  await api.post('/users/passkeys', { name, credential: await makePasskey(options) })
}

export async function removePasskey(id: string): Promise<void> {
  await api.delete(`/users/passkeys/${encodeURIComponent(id)}`)
}
