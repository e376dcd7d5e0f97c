import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES, usernameAnswer } from '../../../contract/profile.ts'
import { ada } from '../../app/test-app.tsx'
import { deferredReply, errorReply } from '../../platform/fake-server.ts'
import { button, field, press, renderSettings, resetSettings, type } from './test-settings.tsx'

afterEach(resetSettings)

const RENAME = 'PUT /users/username'

describe('the username', () => {
  it('opens with the current one, and Cancel clears what was typed', async () => {
    const { server } = await renderSettings()
    await press('Edit username')
    expect((await field('Username')).value).toBe('Ada')
    expect(document.activeElement).toBe(await field('Username'))
    await type('Username', 'Ada_L')
    await press('Cancel editing username')
    expect((await field('Username')).value).toBe('Ada')
    await waitFor(async () => expect(document.activeElement).toBe(await button('Edit username')))
    await press('Edit username')
    expect((await field('Username')).value).toBe('Ada')
    expect(server.count(RENAME)).toBe(0)
  })

  it('that is saved stands everywhere, and the field is cleared', async () => {
    const { reply, answer } = deferredReply()
    const { server } = await renderSettings({ [RENAME]: reply })
    await press('Edit username')
    await type('Username', 'Ada_L')
    await press('Save username')
    expect((await button('Save username')).getAttribute('aria-busy')).toBe('true')
    const messageReply = { msg: MESSAGES.usernameUpdated, message: MESSAGES.usernameUpdated }
    answer({
      status: 200,
      body: usernameAnswer.parse({ ...messageReply, user: { ...ada, username: 'Ada_L' } }),
    })
    expect(await screen.findByText('Username updated successfully!')).toBeTruthy()
    expect((await field('Username')).readOnly).toBe(true)
    expect((await field('Username')).value).toBe('Ada_L')
    expect(await screen.findAllByText('Hi, Ada_L')).not.toHaveLength(0)
    expect(server.bodies('PUT /users/username')).toEqual([{ username: 'Ada_L' }])
  })

  it.each([
    ['the sentence of the server', errorReply(409, 'conflict', 'Username is already taken.')],
    [
      'the sentence about the field',
      errorReply(400, 'validation_failed', 'No.', { username: 'Username is already taken.' }),
    ],
  ])('that is refused is kept, with %s at the field', async (_, reply) => {
    await renderSettings({ [RENAME]: () => reply })
    await press('Edit username')
    await type('Username', 'Ben')
    await press('Save username')
    expect(await screen.findByText('Username is already taken.')).toBeTruthy()
    const input = await field('Username')
    expect(input.value).toBe('Ben')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
  })

  it('that meets silence says so', async () => {
    await renderSettings({ [RENAME]: () => 'no answer' })
    await press('Edit username')
    await type('Username', 'Ada_L')
    await press('Save username')
    expect(await screen.findByText('Failed to update username')).toBeTruthy()
  })
})
