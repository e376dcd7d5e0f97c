import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/account-security.ts'
import { MESSAGES as PASSKEY_MESSAGES } from '../../../contract/passkeys.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../../contract/second-factor.ts'
import { errorReply } from '../../platform/fake-server.ts'
import { ok, press, resetSettings, type } from '../settings/test-settings.tsx'
import { open, said } from './test-security.tsx'

afterEach(resetSettings)

const key = { _id: '7', name: 'Ada’s phone', createdAt: '2026-01-15T12:00:00.000Z' }
const ofPhone = { ...key, lastUsedAt: null, worksAt: null }
const browser = (answer: () => Promise<unknown>) => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { ...navigator, credentials: { create: answer, get: answer } })
}
const refuse = async () => {
  throw new DOMException('', 'NotAllowedError')
}
const options = {
  ...{
    rp: { id: 'localhost', name: 'Snug' },
    user: { id: 'MQ', name: 'Ada', displayName: 'Ada' },
  },
  ...{ challenge: 'AAAA', pubKeyCredParams: [{ alg: -7, type: 'public-key' }], timeout: 1 },
  ...{ excludeCredentials: [], attestation: 'none' },
  authenticatorSelection: {
    ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  },
}

describe('passkeys', () => {
  it('are told apart, and removed once who asks has said that they are there', async () => {
    browser(refuse)
    let list = [ofPhone, { ...ofPhone, _id: '8', name: 'Old laptop', worksAt: 'old.example.org' }]
    let isConfirmed = false
    await open({
      'GET /users/passkeys': () => ok({ passkeys: list, rpId: 'localhost' })(),
      'POST /users/confirm': ({ body }) => {
        if (!(body as { confirmationCode?: string }).confirmationCode)
          return errorReply(400, 'validation_failed', FACTOR_MESSAGES.codeRequired, {
            confirmationCode: FACTOR_MESSAGES.codeRequired,
          })
        isConfirmed = true
        return { status: 200, body: { msg: MESSAGES.confirmed } }
      },
      'POST /users/confirm/passkey/options': ok({
        ...{ challenge: 'AAAA', rpId: 'localhost', timeout: 1, userVerification: 'required' },
      }),
      'DELETE /users/passkeys/8': () => {
        if (!isConfirmed) return errorReply(403, 'confirmation_needed', MESSAGES.confirmationNeeded)
        list = [ofPhone]
        return { status: 200, body: { msg: PASSKEY_MESSAGES.removed } }
      },
    })
    await said(PASSKEY_MESSAGES.endedByMove('old.example.org'))
    await press('Remove Old laptop')
    await press('Remove')
    await said(MESSAGES.confirmationNeeded)
    await press('Use a passkey instead')
    await said(PASSKEY_MESSAGES.notUsed)
    await type('Your password', 'Ada-Likes-Tea-4!')
    await press('Remove')
    await said(FACTOR_MESSAGES.codeRequired)
    await type('Code of your app', '123456')
    await press('Remove')
    await waitFor(() => expect(screen.queryByText('Old laptop')).toBeNull())
  })

  it('are made with a name; what the browser refuses is said in words', async () => {
    let refusal = 'NotAllowedError'
    browser(async () => {
      throw new DOMException('', refusal)
    })
    const { server } = await open({ 'POST /users/passkeys/options': ok(options) })
    await press('Add a passkey')
    await said(PASSKEY_MESSAGES.nameRequired)
    await type('Name of the passkey', 'Ada’s phone')
    await press('Add a passkey')
    await said(PASSKEY_MESSAGES.notUsed)
    refusal = 'InvalidStateError'
    await press('Add a passkey')
    await said(PASSKEY_MESSAGES.alreadyHere)
    expect(server.count('POST /users/passkeys')).toBe(0)
  })

  it('from another address of the server are not tried, and not offered over plain http', async () => {
    browser(refuse)
    const elsewhere = { ...options, rp: { id: 'snug.example.org', name: 'Snug' } }
    await open({ 'POST /users/passkeys/options': ok(elsewhere) })
    await type('Name of the passkey', 'Ada’s phone')
    await press('Add a passkey')
    await said(PASSKEY_MESSAGES.elsewhere('snug.example.org'))
    cleanup()
    vi.stubGlobal('isSecureContext', false)
    await open()
    await said(PASSKEY_MESSAGES.needsHttps)
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})
