import { queryOptions } from '@tanstack/react-query'
import { archiveLink, archiveStatus, suspendedArchive } from '../../contract/archive.ts'
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

/** Rejects with a 401 where a code is asked for as well. */
export function sendAppeal(identity: Identity, text: string, code: string | undefined) {
  return api.post('/users/appeal', { ...proofOf(identity, code), text })
}

/**
 * Has an archive packed where there is none. Rejects with a 401 where a code is asked for as well.
 */
export async function openArchive(identity: Identity, code: string | undefined) {
  const body = proofOf(identity, code)
  return suspendedArchive.parse(await api.post('/users/suspension/archive', body))
}

function proofOf(identity: Identity, code: string | undefined) {
  return { ...identity, ...(code !== undefined && { code }) }
}

/** `credential`: what the browser made of a passkey. */
export async function openArchiveByPasskey(credential: unknown) {
  return suspendedArchive.parse(await api.post('/users/suspension/archive/passkey', { credential }))
}

const withPass = (path: string, pass: string) =>
  api.post(`/users/suspension/archive/${path}`, { pass })

/** Each below rejects with a 403 once the pass is over. */
export async function readArchive(pass: string) {
  return archiveStatus.parse(await withPass('status', pass))
}

export async function renewArchive(pass: string): Promise<void> {
  await withPass('again', pass)
}

/** Has the browser download it: it may be larger than what a page can hold. */
export async function downloadArchive(pass: string): Promise<void> {
  const { url } = archiveLink.parse(await withPass('link', pass))
  location.assign(url)
}
