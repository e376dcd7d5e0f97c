import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { administeredUsersPage, MESSAGES } from '../../contract/admin.ts'
import { MESSAGES as ADMISSION_MESSAGES, waitingList } from '../../contract/admission.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { ALL, account, open, users } from './test-admin.tsx'

afterEach(() => vi.unstubAllGlobals())

it('asks again for who waits to be let in, where that did not come', async () => {
  let reply: Reply = errorReply(500, 'internal_error', '')
  open('/admin?tab=reports', { 'GET /admin/waiting': () => reply })
  const failure = await screen.findByText(ADMISSION_MESSAGES.loadFailed)
  reply = { status: 200, body: waitingList.parse({ people: [], total: 0 }) }
  const box = within(failure.closest('[role="alert"]') as HTMLElement)
  fireEvent.click(box.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(ADMISSION_MESSAGES.loadFailed)).toBeNull())
})

describe('users', () => {
  it('are listed with what administrators see', async () => {
    open('/admin', { [ALL]: () => users(ben, ada) }, { ...ada, needsSecondFactor: true })
    const banner = await screen.findByText(FACTOR_MESSAGES.passwordAlone, { exact: false })
    expect(within(banner).getByRole('link').getAttribute('href')).toBe('/profile/security')
    const list = await screen.findByRole('list', { name: 'Users' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toContain('ben@example.org')
    expect(second?.textContent).toContain('Administrator')
  })

  it('are there for who has a second step, where the operator wants that', async () => {
    const needs = { ...ada, needsSecondFactor: true, needsSecondFactorToAct: true }
    let me = needs
    const replies = {
      [ALL]: () => users(ben, ada),
      'GET /users/user': () => ({ status: 200, body: me }),
    }
    const server = open('/admin', replies, needs, FakeSocket)
    for (const tab of ['Reports', 'Users', 'Posts', 'Community', 'Log', 'Health']) {
      fireEvent.click(await screen.findByRole('tab', { name: new RegExp(tab) }))
      const panel = await screen.findByRole('tabpanel', { name: new RegExp(tab) })
      expect(panel.textContent).toContain(FACTOR_MESSAGES.administratorsNeed)
      const way = within(panel).getByRole('link', { name: 'Set it up' })
      expect(way.getAttribute('href')).toBe('/profile/security')
    }
    expect(screen.queryByText(FACTOR_MESSAGES.passwordAlone, { exact: false })).toBeNull()
    expect(server.requests.filter(({ path }) => /^\/(admin|all|posts$)/.test(path))).toEqual([])

    fireEvent.click(screen.getByRole('tab', { name: 'Users' }))
    me = { ...needs, needsSecondFactor: false }
    act(() => {
      FakeSocket.last.becomeReady()
      FakeSocket.last.receive({ type: 'account_changed' })
    })
    expect(await screen.findByRole('list', { name: 'Users' })).toBeTruthy()
    expect(screen.queryByText(FACTOR_MESSAGES.administratorsNeed)).toBeNull()
  })

  it('are let in, or declined, where administrators decide', async () => {
    let waiting = [
      {
        ...{ _id: '77', username: 'Cleo', email: 'cleo@example.org', since: ada.createdAt },
        ...{ invitedBy: 'Ben', answers: [{ question: 'Why?', answer: 'Tea' }] },
      },
    ]
    const decline = 'POST /admin/waiting/77/decline'
    const server = open('/admin?tab=reports', {
      [ALL]: () => users(ada),
      'GET /admin/waiting': () => ({
        status: 200,
        body: waitingList.parse({ people: waiting, total: waiting.length * 101 }),
      }),
      [decline]: () => {
        waiting = []
        return messageReply('The registration is gone.')
      },
    })
    const list = await screen.findByRole('list', { name: 'Waiting to be let in' })
    expect(list.textContent).toContain('Tea')
    expect(list.textContent).toContain('invited by Ben')
    expect(screen.getByRole('tab', { name: /Reports 101/ })).toBeTruthy()
    expect(screen.getByText('And 100 more, once these are decided.')).toBeTruthy()
    fireEvent.click(within(list).getByRole('button', { name: 'Decline Cleo' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Decline Cleo?' })
    expect(dialog.textContent).toContain('They are told nothing.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Please say why.')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'We are full.' } })
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Tell them by mail' }))
    expect(dialog.textContent).toContain('A mail tells them that they were not let in')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(screen.queryByText('Waiting to be let in')).toBeNull())
    expect(server.bodies(decline)).toEqual([{ words: 'We are full.', isTold: true }])
  })

  it('who wait to be let in are shown as that, not as who verified nothing', async () => {
    const listed = [
      { ...account(ben), isVerified: false, isWaiting: true },
      { ...account(ada), isVerified: false },
    ]
    const body = administeredUsersPage.parse({ users: listed, page: 1, hasMore: false })
    open('/admin?tab=users', { [ALL]: () => ({ status: 200, body }) })
    const rows = within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toContain('Waits to be let in')
    expect(rows[0]?.textContent).not.toContain('Not verified')
    expect(rows[1]?.textContent).toContain('Not verified')
  })

  it('are deleted with a mail where their address is proved, and with none where not', async () => {
    const listed = [
      { ...account(ben), isVerified: false, isWaiting: true },
      { ...account(ben), _id: '78', username: 'Cleo', isVerified: false },
    ]
    const body = administeredUsersPage.parse({ users: listed, page: 1, hasMore: false })
    open('/admin?tab=users', { [ALL]: () => ({ status: 200, body }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Ben' }))
    const waiting = await screen.findByRole('alertdialog', { name: 'Delete this user?' })
    expect(waiting.textContent).toContain('A mail tells them')
    expect(within(waiting).getByLabelText(/^Why\? They are told/)).toBeTruthy()
    fireEvent.click(within(waiting).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Delete Cleo' }))
    const unproved = await screen.findByRole('alertdialog', { name: 'Delete this user?' })
    expect(unproved.textContent).toContain('They are told nothing')
    expect(unproved.textContent).not.toContain('A mail')
    expect(within(unproved).getByLabelText(/^Why\? It is kept/)).toBeTruthy()
    const asked = unproved.textContent
    fireEvent.click(within(unproved).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // What it said to the last, while it faded.
    expect(unproved.textContent).toBe(asked)
  })

  it('are suspended first, and then deleted after the question, with the reason', async () => {
    const suspended = { ...account(ben), isSuspended: true }
    let list = users(ben, ada)
    const suspend = `POST /admin/user/${ben._id}/suspend`
    const gone = `DELETE /admin/user/${ben._id}?reason=Sells+things`
    const server = open('/admin', {
      [ALL]: () => list,
      [suspend]: () => {
        const body = { users: [suspended, account(ada)], page: 1, hasMore: false }
        list = { status: 200, body: administeredUsersPage.parse(body) }
        return messageReply('They are suspended.')
      },
      [gone]: () => {
        list = users(ada)
        return messageReply('The user is deleted.')
      },
    })
    const first = await screen.findByRole('button', { name: 'Suspend Ben' })
    expect(screen.queryByRole('button', { name: 'Delete Ben' })).toBeNull()
    fireEvent.click(first)
    const question = await screen.findByRole('alertdialog', { name: 'Suspend Ben?' })
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'Sells' } })
    fireEvent.click(within(question).getByRole('button', { name: 'Suspend' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Ben' }))
    expect(screen.queryByRole('button', { name: 'Suspend Ben' })).toBeNull()
    expect(screen.getByText('Suspended', { selector: 'li *' })).toBeTruthy()
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this user?' })
    expect(dialog.textContent).toContain('Ben · ben@example.org')
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Sells things' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('ben@example.org')).toBeNull())
    expect(server.count(gone)).toBe(1)
  })

  it('who are administrators are asked about twice', async () => {
    const listed = [{ ...account(ben), isAdmin: true, isSuspended: true }]
    const body = administeredUsersPage.parse({ users: listed, page: 1, hasMore: false })
    const server = open('/admin', {
      [ALL]: () => ({ status: 200, body }),
      [`DELETE /admin/user/${ben._id}?reason=Sells+things`]: () =>
        errorReply(409, 'conflict', 'The last administrator cannot be deleted.'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Ben' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this user?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await within(dialog).findByText(REMOVAL_MESSAGES.reasonMissing)).toBeTruthy()
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Sells things' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const second = await screen.findByRole('alertdialog', { name: /Ben is an administrator/ })
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    fireEvent.click(within(second).getByRole('button', { name: 'Delete the administrator' }))
    expect(
      await screen.findByText('Failed to delete user. The last administrator cannot be deleted.'),
    ).toBeTruthy()
    fireEvent.click(within(second).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(second.textContent).toContain('Ben is an administrator')
  })

  it('who look at themself find neither button: settings ask who they are', async () => {
    open('/admin', { [ALL]: () => users(ben, ada) })
    const list = await screen.findByRole('list', { name: 'Users' })
    const [other, own] = within(list).getAllByRole('listitem')
    const buttons = within(other as HTMLElement).getAllByRole('button')
    expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
      ...['Suspend Ben', 'Options for Ben'],
    ])
    expect(own?.textContent).toContain('Ada')
    expect(within(own as HTMLElement).queryAllByRole('button')).toEqual([])
  })

  it('are searched for once the typing rests, from the first page on', async () => {
    const found = ALL.replace('q=', 'q=ben')
    const body = { users: [account(ada)], page: 2, hasMore: false }
    const server = open('/admin', {
      [ALL]: () => ({
        status: 200,
        body: administeredUsersPage.parse({ ...body, page: 1, hasMore: true }),
      }),
      [ALL.replace('page=1', 'page=2')]: () => ({ status: 200, body }),
      [found]: () => users(ben),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }))
    await screen.findByText('Page 2')
    // Not what every screen asks for by itself a second after it opened.
    const searches = () => server.requests.filter(({ path }) => path.startsWith('/all')).length
    const before = searches()
    for (const value of ['b', 'be', 'ben'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
    expect(await screen.findByText('ben@example.org')).toBeTruthy()
    expect(searches()).toBe(before + 1)
    expect(server.count(found)).toBe(1)
  })

  it('are searched for with no more than the server takes', async () => {
    open('/admin', { [ALL]: () => users(ben) })
    const search = await screen.findByRole<HTMLInputElement>('searchbox')
    expect(search.maxLength).toBe(100)
  })

  it('come a page at a time, and the button keeps the focus at the last', async () => {
    const page = (number: number) =>
      administeredUsersPage.parse({
        ...{ users: [account(number === 1 ? ben : ada)], page: number, hasMore: number === 1 },
      })
    const server = open('/admin', {
      [ALL]: () => ({ status: 200, body: page(1) }),
      [ALL.replace('page=1', 'page=2')]: () => ({ status: 200, body: page(2) }),
    })
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next' })
    next.focus()
    fireEvent.click(next)
    expect(await screen.findByText('ada@example.org')).toBeTruthy()
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
    expect(next.disabled).toBe(false)
    expect(document.activeElement).toBe(next)
    fireEvent.click(next)
    expect(screen.getByText('Page 2')).toBeTruthy()
    expect(server.requests.some(({ path }) => path.includes('page=3'))).toBe(false)
  })

  it('that do not come are told of, and come on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    open('/admin', { [ALL]: () => reply })
    expect(await screen.findByText('Failed to fetch users or posts.')).toBeTruthy()
    reply = users(ben)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('ben@example.org')).toBeTruthy()
  })

  it('that were deleted are told of as old, where the others cannot be read anew', async () => {
    let reply: Reply = users(ben)
    const server = open('/admin', {
      [ALL]: () => reply,
      'GET /posts': () => feedReply([postBy(ben, 'Buy my things')]),
    })
    await screen.findByText('ben@example.org')
    fireEvent.click(screen.getByRole('tab', { name: 'Posts' }))
    await screen.findByText('Buy my things')
    reply = errorReply(500, 'internal_error', '')
    fireEvent.click(screen.getByRole('tab', { name: 'Users' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(MESSAGES.loadFailed)
    expect(screen.getByText('ben@example.org')).toBeTruthy()
    reply = users(ada)
    const before = server.count(ALL)
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('ben@example.org')).toBeNull())
    expect(server.count(ALL)).toBe(before + 1)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
