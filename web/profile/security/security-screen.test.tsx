import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES, SESSIONS_MAX } from '../../../contract/account-security.ts'
import {
  MESSAGES as FACTOR_MESSAGES,
  type SecondFactorStatus,
} from '../../../contract/second-factor.ts'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { isInUse } from '../../platform/unsaved-work.ts'
import { ok, press, resetSettings, type } from '../settings/test-settings.tsx'
import { laptop, OFF, open, phone, said, session } from './test-security.tsx'

afterEach(resetSettings)

it('shows where one is signed in, and signs one device out', async () => {
  let list = [laptop, phone]
  const { server } = await open({
    'GET /users/sessions': () => ({ status: 200, body: list }),
    'DELETE /users/sessions/Safari%20on%20iPhone': () => {
      list = [laptop]
      return { status: 200, body: { msg: MESSAGES.sessionEnded } }
    },
  })
  await said('Firefox on Linux')
  await press('Sign out Safari on iPhone')
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  expect(server.bodies('DELETE /users/sessions/Safari%20on%20iPhone')).toHaveLength(1)
})

it('takes a device that was signed out elsewhere meanwhile for signed out', async () => {
  let list = [laptop, phone]
  await open({
    'GET /users/sessions': () => ({ status: 200, body: list }),
    'DELETE /users/sessions/Safari%20on%20iPhone': () => {
      list = [laptop]
      return errorReply(404, 'not_found', 'There is no such device.')
    },
  })
  await press('Sign out Safari on iPhone')
  await said(MESSAGES.sessionEnded)
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.queryByText('There is no such device.')).toBeNull()
})

it('shows no device any more that a new password signed out', async () => {
  let list = [laptop, phone]
  await open({
    'GET /users/sessions': () => ({ status: 200, body: list }),
    'PUT /users/password': () => {
      list = [laptop]
      return { status: 200, body: { msg: MESSAGES.passwordChanged } }
    },
  })
  await said('Safari on iPhone')
  await type('Current password', 'Not-Mine-1!')
  await type('New password', 'Quiet-Lamp-7!')
  await type('Repeat the new password', 'Quiet-Lamp-7!')
  await press('Change password')
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
})

it('says of as many devices as there can be what the next sign-in ends', async () => {
  const others = Array.from({ length: SESSIONS_MAX - 1 }, (_, n) => session(false, `Browser ${n}`))
  await open({ 'GET /users/sessions': ok([laptop, ...others.slice(1)]) })
  await said('Browser 1')
  expect(screen.queryByText(MESSAGES.sessionsFull)).toBeNull()
  cleanup()
  await open({ 'GET /users/sessions': ok([laptop, ...others]) })
  await said(MESSAGES.sessionsFull)
})

it('changes the password, and places what is wrong at its field', async () => {
  let answer: Reply = errorReply(400, 'validation_failed', MESSAGES.passwordWrong, {
    currentPassword: MESSAGES.passwordWrong,
  })
  const { server } = await open({ 'PUT /users/password': () => answer })
  await type('Current password', 'Not-Mine-1!')
  await type('New password', 'Quiet-Lamp-7!')
  await type('Repeat the new password', 'Quiet-Lamp-8!')
  await press('Change password')
  await said('Passwords do not match')
  await type('Repeat the new password', 'Quiet-Lamp-7!')
  await press('Change password')
  await said(MESSAGES.passwordWrong)
  answer = { status: 200, body: { msg: MESSAGES.passwordChanged } }
  await press('Change password')
  await said(MESSAGES.passwordChanged)
  expect(server.bodies('PUT /users/password').at(-1)).toEqual({
    currentPassword: 'Not-Mine-1!',
    password: 'Quiet-Lamp-7!',
  })
})

it('asks for the password where it was typed long ago, and goes on with it', async () => {
  let isConfirmed = false
  const { server } = await open({
    'PUT /users/email': () =>
      isConfirmed
        ? { status: 200, body: { msg: MESSAGES.emailLinkSent('new@example.org') } }
        : errorReply(403, 'confirmation_needed', MESSAGES.confirmationNeeded),
    'POST /users/confirm': () => {
      isConfirmed = true
      return { status: 200, body: { msg: MESSAGES.confirmed } }
    },
  })
  await type('New email', 'new@example.org')
  await press('Change email')
  await said(MESSAGES.confirmationNeeded)
  await type('Your password', 'Ada-Likes-Tea-4!')
  fireEvent.submit((await screen.findByLabelText('New email')).closest('form') as HTMLFormElement)
  await said(MESSAGES.emailLinkSent('new@example.org'))
  expect(server.bodies('POST /users/confirm')).toEqual([{ password: 'Ada-Likes-Tea-4!' }])
})

it('sets an app up, shows the recovery codes once, and turns the codes off again', async () => {
  let status: SecondFactorStatus = OFF
  const { server } = await open({
    'GET /users/second-factor': () => ({ status: 200, body: status }),
    'POST /users/second-factor': ok({
      secret: 'ABCDEFGH',
      uri: 'otpauth://totp/Snug:Ada?secret=A',
    }),
    'POST /users/second-factor/confirm': () => {
      status = { ...OFF, isOn: true, since: '2026-01-15T12:00:00.000Z', recoveryCodesLeft: 10 }
      return { status: 200, body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } }
    },
    'POST /users/second-factor/end': () => {
      status = OFF
      return { status: 200, body: { msg: FACTOR_MESSAGES.turnedOff } }
    },
  })
  await press('Set up')
  await said('ABCD EFGH')
  expect(isInUse()).toBe(true)
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Scan the picture/))
  expect(await screen.findByRole('img', { name: /for your app to scan/ })).toBeTruthy()
  await press('Turn on')
  await said(FACTOR_MESSAGES.codeRequired)
  await type('Code', '123456')
  await press('Turn on')
  await said('AAAA-BBBB-CCCC-DDDD')
  expect(isInUse()).toBe(true)
  await press('I have kept them')
  expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull()
  expect(isInUse()).toBe(false)
  await said(/You have 10 recovery codes left/)
  await press('Turn off')
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Code' }))
  await type('Code', 'AAAA-BBBB-CCCC-DDDD')
  await press('Turn off')
  await said(/nobody gets in with your password alone/)
  expect(server.bodies('POST /users/second-factor/end')).toEqual([{ code: 'AAAA-BBBB-CCCC-DDDD' }])
})

it('leads back from an app that is not set up after all', async () => {
  const uri = 'otpauth://totp/Snug:Ada?secret=A'
  await open({ 'POST /users/second-factor': ok({ secret: 'ABCDEFGH', uri }) })
  await press('Set up')
  await said('ABCD EFGH')
  await press('Cancel')
  await said(/nobody gets in with your password alone/)
  expect(screen.queryByText('ABCD EFGH')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set up' }))
})

it('leads back from turning the codes off, and asks for none then', async () => {
  const { server } = await open({
    'GET /users/second-factor': ok({ ...OFF, isOn: true, recoveryCodesLeft: 2 }),
  })
  await press('Turn off')
  await type('Code', '123456')
  await press('Cancel')
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn off' }))
  expect(server.count('POST /users/second-factor/end')).toBe(0)
  await press('Turn off')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('')
})

it('counts new recovery codes, once they are kept, instead of those before', async () => {
  let recoveryCodesLeft = 2
  const { router } = await open({
    'GET /users/second-factor': () => ok({ ...OFF, isOn: true, recoveryCodesLeft })(),
    'POST /users/second-factor/recovery-codes': () => {
      recoveryCodesLeft = 10
      return { status: 200, body: { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] } }
    },
  })
  await said(/You have 2 recovery codes left/)
  await press('New recovery codes')
  await said('AAAA-BBBB-CCCC-DDDD')
  await act(() => router.navigate('/friends'))
  await said('Leave without having kept your recovery codes?')
  await press('Cancel')
  expect(router.state.location.pathname).toBe('/profile/security')
  await press('I have kept them')
  await said(/You have 10 recovery codes left/)
})
