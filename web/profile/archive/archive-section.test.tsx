import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MESSAGES as SAFETY } from '../../../contract/account-security.ts'
import { type ArchiveStatus, MESSAGES } from '../../../contract/archive.ts'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { ok, press, renderSettings, resetSettings, type } from '../settings/test-settings.tsx'

afterEach(resetSettings)

const NONE: ArchiveStatus = {
  ...{ state: 'none', problem: null, bytes: null },
  ...{ expiresAt: null, nextAt: null },
}
const MAKING: ArchiveStatus = { ...NONE, state: 'making', nextAt: '2026-01-16T12:00:00.000Z' }
const READY: ArchiveStatus = {
  ...{ ...MAKING, state: 'ready', bytes: 3 * 1024 * 1024 },
  expiresAt: '2026-01-22T12:00:00.000Z',
}
const ASK = 'POST /users/me/archive'
const LINK = 'POST /users/me/archive/link'
const said = async (sentence: string | RegExp) =>
  expect(await screen.findByText(sentence)).toBeTruthy()

it('is asked for with the password, packed, and downloaded by the browser', async () => {
  let isConfirmed = false
  let status = NONE
  const confirmed = (body: object): Reply =>
    isConfirmed
      ? { status: 200, body }
      : errorReply(403, 'confirmation_needed', SAFETY.confirmationNeeded)
  const { server, queryClient } = await renderSettings(
    {
      'GET /users/me/archive': () => ok(status)(),
      [ASK]: () => {
        if (isConfirmed) status = MAKING
        return confirmed({ msg: MESSAGES.begun })
      },
      'POST /users/confirm': () => {
        isConfirmed = true
        return ok({ msg: SAFETY.confirmed })()
      },
      [LINK]: () => confirmed({ url: '/api/users/archives/1?signature=x' }),
    },
    '/profile/data',
  )
  await said('There is no archive yet.')
  await press('Ask for my archive')
  await said(SAFETY.confirmationNeeded)
  await type('Your password', 'Quiet-Lamp-7!')
  // Until what was refused is over, its button does nothing more.
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  await press('Ask for my archive')
  await waitFor(() => expect(screen.queryByRole('button', { name: /archive/ })).toBeNull())
  await said(MESSAGES.begun)
  expect(server.count(ASK)).toBe(2)

  status = READY
  await queryClient.invalidateQueries({ queryKey: ['own-archive'] })
  await said(/^Your archive is ready\. It has 3\.0 MB/)
  await said(/^You can ask for a new one from/)
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, href: location.href, assign })
  await press('Download my archive')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/users/archives/1?signature=x'))
})

it('that was made before is there while another is packed', async () => {
  const { bytes, expiresAt } = READY
  await renderSettings(
    {
      'GET /users/me/archive': ok({ ...MAKING, bytes, expiresAt }),
      [LINK]: ok({ url: '/api/users/archives/1?signature=x' }),
    },
    '/profile/data',
  )
  await said(MESSAGES.begun)
  await said(/^The one before it is there until January/)
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, href: location.href, assign })
  await press('Download my archive')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/users/archives/1?signature=x'))
})

it('that could not be made says why, and is asked for again', async () => {
  const failed = { ...NONE, state: 'failed', problem: MESSAGES.noRoom }
  await renderSettings(
    { 'GET /users/me/archive': ok(failed), [ASK]: () => errorReply(500, 'internal_error', '') },
    '/profile/data',
  )
  await said(MESSAGES.noRoom)
  await press('Ask for my archive')
  await said(MESSAGES.requestFailed)
})
