/** For tests: the screen of how one signs in, with the server played. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { OwnSession } from '../../../contract/account-security.ts'
import { ok, renderSettings } from '../settings/test-settings.tsx'

export const session = (isCurrent: boolean, agent: string): OwnSession => ({
  _id: agent,
  agent,
  network: '203.0.113.0/24',
  createdAt: '2026-01-15T12:00:00.000Z',
  lastUsedAt: '2026-01-15T12:00:00.000Z',
  isCurrent,
})
export const laptop = session(true, 'Firefox on Linux')
export const phone = session(false, 'Safari on iPhone')
export const said = async (sentence: string | RegExp) =>
  expect(await screen.findByText(sentence)).toBeTruthy()

export const OFF = { isOn: false, since: null, recoveryCodesLeft: 0, endsAt: null }

export const open = (replies: Parameters<typeof renderSettings>[0] = {}) =>
  renderSettings(
    {
      'GET /users/sessions': ok([laptop, phone]),
      'GET /users/second-factor': ok(OFF),
      'GET /users/passkeys': ok({ passkeys: [], rpId: 'localhost' }),
      ...replies,
    },
    '/profile/security',
  )
