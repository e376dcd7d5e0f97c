import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as DELETION } from '../../../contract/account-deletion.ts'
import { MESSAGES as SAFETY } from '../../../contract/account-security.ts'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../../contract/accounts.ts'
import { MESSAGES } from '../../../contract/profile.ts'
import { ada } from '../../app/test-app.tsx'
import { errorReply, messageReply, type Reply } from '../../platform/fake-server.ts'
import { readToken } from '../../platform/token-store.ts'
import { friends, ok, press, renderSettings, resetSettings } from './test-settings.tsx'

const FAILED = errorReply(500, 'internal_error', '')
const DELETE = 'DELETE /users/me'

afterEach(resetSettings)

describe('deleting the account', () => {
  async function ask(
    reply: () => Reply | Promise<Reply>,
    more: Parameters<typeof renderSettings>[0] = {},
  ) {
    const reload = vi.fn()
    const visit = await renderSettings({ [DELETE]: reply, ...more })
    const page = location
    // The connection for events may only open now, and reads where to.
    vi.stubGlobal('location', {
      ...page,
      reload,
      get href() {
        return page.href
      },
      get pathname() {
        return page.pathname
      },
    })
    await press('Delete Account')
    const dialog = await screen.findByRole('alertdialog', { name: MESSAGES.deleteConfirm })
    const confirm = within(dialog).getByRole('button', { name: 'Delete Account' })
    return { ...visit, dialog, confirm, reload }
  }

  it('asks first, and does nothing when cancelled', async () => {
    const { server, dialog } = await ask(() => messageReply(ACCOUNT_MESSAGES.accountDeleted))
    expect(
      screen.getByText(
        'Are you sure you want to delete your account? This action cannot be undone.',
      ),
    ).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.count(DELETE)).toBe(0)
    expect(readToken()).toBe('a-token')
  })

  it('clears the token and the drafts, goes home and reloads', async () => {
    localStorage.setItem(`draft:${ada._id}:profile`, '{"aboutMe":"Half a thought"}')
    const { router, confirm, reload } = await ask(() =>
      messageReply(ACCOUNT_MESSAGES.accountDeleted),
    )
    await act(async () => fireEvent.click(confirm))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(readToken()).toBeNull()
    expect(localStorage.getItem(`draft:${ada._id}:profile`)).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(location.pathname).toBe('/')
  })

  it('asks for the password where the confirmation ended meanwhile, and keeps all until then', async () => {
    let isConfirmed = false
    const { server, dialog, confirm, reload } = await ask(
      () =>
        isConfirmed
          ? messageReply(ACCOUNT_MESSAGES.accountDeleted)
          : errorReply(403, 'confirmation_needed', SAFETY.confirmationNeeded),
      {
        'POST /users/confirm': ({ body }) => {
          const { password } = body as { password: string }
          isConfirmed = password === ada.username
          const fields = { confirmationPassword: 'Wrong password.' }
          return isConfirmed
            ? messageReply(SAFETY.confirmed)
            : errorReply(400, 'validation_failed', 'Wrong password.', fields)
        },
      },
    )
    const inside = within(dialog)
    fireEvent.click(confirm)
    expect(await inside.findByText(SAFETY.confirmationNeeded)).toBeTruthy()
    expect([readToken(), reload.mock.calls.length]).toEqual(['a-token', 0])
    const password = await inside.findByLabelText('Your password')
    fireEvent.change(password, { target: { value: 'not it' } })
    fireEvent.click(confirm)
    expect(await inside.findByText('Wrong password.')).toBeTruthy()
    expect([server.count(DELETE), readToken()]).toEqual([1, 'a-token'])
    fireEvent.change(password, { target: { value: ada.username } })
    fireEvent.click(confirm)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect([server.count(DELETE), readToken()]).toEqual([2, null])
  })

  it('says what goes, and hands the spaces to whom one chooses', async () => {
    const [ben, cleo] = friends
    const counts = { posts: 1, images: 0, comments: 2, messages: 3 }
    const spaces = [
      { _id: '7', name: 'Tea', heirs: [ben, cleo] },
      { _id: '8', name: 'Attic', heirs: [] },
    ]
    const preview = { ...counts, isOnlyAdministrator: false, spaces }
    const replies = { 'GET /users/me/deletion': ok(preview) }
    const { server, dialog, confirm } = await ask(() => FAILED, replies)
    const inside = within(dialog)
    expect(
      await inside.findByText('1 post, no pictures, 2 comments and 3 messages go.'),
    ).toBeTruthy()
    expect(inside.queryByText(DELETION.onlyAdministrator)).toBeNull()
    expect(inside.getByText('Nobody else is in Attic: it goes too.')).toBeTruthy()
    const heir = inside.getByLabelText<HTMLSelectElement>('Tea passes on to')
    expect(heir.value).toBe(ben?._id)
    expect(inside.getByText(`1 space passes on: Tea to ${ben?.username}.`)).toBeTruthy()
    fireEvent.change(heir, { target: { value: cleo?._id } })
    expect(inside.getByText(`1 space passes on: Tea to ${cleo?.username}.`)).toBeTruthy()
    fireEvent.click(confirm)
    await inside.findByRole('alert')
    expect(server.bodies(DELETE)).toEqual([{ heirs: [{ space: '7', heir: cleo?._id }] }])
    fireEvent.click(inside.getByRole('button', { name: 'Download my data first' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My data' })).toBeTruthy()
    // There, too, it leads to the archive, and out of the question.
    await press('Delete Account')
    await press('Download my data first')
    const archive = await screen.findByRole('region', { name: 'My archive' })
    await waitFor(() => expect(document.activeElement).toBe(archive))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('hands on to whom it names, whoever was chosen before it was closed', async () => {
    const [ben, cleo] = friends
    const counts = { posts: 0, images: 0, comments: 0, messages: 0 }
    const spaces = [{ _id: '7', name: 'Tea', heirs: [ben, cleo] }]
    const { server, dialog } = await ask(() => FAILED, {
      'GET /users/me/deletion': ok({ ...counts, isOnlyAdministrator: false, spaces }),
    })
    const heir = await within(dialog).findByLabelText('Tea passes on to')
    fireEvent.change(heir, { target: { value: cleo?._id } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await press('Delete Account')
    const again = within(await screen.findByRole('alertdialog'))
    expect(await again.findByText(`1 space passes on: Tea to ${ben?.username}.`)).toBeTruthy()
    fireEvent.click(again.getByRole('button', { name: 'Delete Account' }))
    await again.findByRole('alert')
    expect(server.bodies(DELETE)).toEqual([{ heirs: [{ space: '7', heir: ben?._id }] }])
  })

  it('tells the only administrator who makes another one', async () => {
    const preview = { posts: 0, images: 0, comments: 0, messages: 0, spaces: [] }
    const { dialog } = await ask(() => FAILED, {
      'GET /users/me/deletion': ok({ ...preview, isOnlyAdministrator: true }),
    })
    expect(await within(dialog).findByText(DELETION.onlyAdministrator)).toBeTruthy()
  })

  it('that fails says so, and keeps everything', async () => {
    const { router, confirm, dialog, reload } = await ask(() => FAILED)
    fireEvent.click(confirm)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Failed to delete account.')
    expect(readToken()).toBe('a-token')
    expect(reload).not.toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/profile')
  })
})
