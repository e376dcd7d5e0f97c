import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ADMIN_ACTS_PAGE_SIZE, adminActList, MESSAGES } from '../../contract/admin.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { failedMails, MESSAGES as MAIL_MESSAGES } from '../../contract/failed-mails.ts'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { formatClockTime } from '../ui/relative-time-format.ts'
import { ALL, account, open, statsWith, users } from './test-admin.tsx'

const bensPost = postBy(ben, 'Buy my things\nand more', { audience: 'friends' })

afterEach(() => vi.unstubAllGlobals())

it('shows every post and deletes one after the question', async () => {
  let posts: Reply | Promise<Reply> = feedReply([bensPost])
  const without = Promise.withResolvers<Reply>()
  const gone = `DELETE /admin/post/${bensPost._id}?reason=Sells+things`
  const server = open('/admin?tab=posts', {
    'GET /posts': () => posts,
    [`GET /admin/user/${ben._id}`]: () => ({
      ...{ status: 200, body: { ...account(ben), isAdmin: true } },
    }),
    [gone]: () => {
      posts = without.promise
      return messageReply('The post is deleted.')
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the post by Ben' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this post?' })
  expect(within(dialog).getByText('Ben: “Buy my things”')).toBeTruthy()
  // Word for word as where an administrator meets the post elsewhere.
  expect(dialog.textContent).toContain('Ben is told, with your reason.')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Sells things' } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  // Ben became an administrator meanwhile.
  const second = await screen.findByRole('alertdialog', {
    name: MESSAGES.actOnAdministratorConfirm,
  })
  expect(server.count(gone)).toBe(0)
  fireEvent.click(within(second).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.count('GET /posts')).toBe(2))
  // Until its row is gone, with which the focus would go.
  expect(screen.getByRole('alertdialog')).toBe(second)
  without.resolve(feedReply([]))
  expect(await screen.findByText('Nobody has posted anything yet.')).toBeTruthy()
  expect(await screen.findByText(MESSAGES.postDeleted)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('says of each post that is not for everybody whom it is for', async () => {
  const posts = (['public', 'friends', 'squad'] as const).map((audience) =>
    postBy(ben, `For ${audience}`, { audience }),
  )
  open('/admin?tab=posts', { 'GET /posts': () => feedReply(posts) })
  await screen.findByText('For squad')
  const rows = screen.getAllByRole('listitem')
  const shown = rows.filter(({ textContent }) => textContent.includes('For '))
  expect(
    shown.map((row) => within(row).queryByText(/^(Public|Friends|Squad)$/)?.textContent),
  ).toEqual([undefined, 'Friends', 'Squad'])
})

it('says that a post could not be deleted', async () => {
  open('/admin?tab=posts', {
    'GET /posts': () => feedReply([bensPost]),
    [`GET /admin/user/${ben._id}`]: () => ({ status: 200, body: account(ben) }),
    [`DELETE /admin/post/${bensPost._id}?reason=Sells+things`]: () =>
      errorReply(500, 'internal_error', 'Oh.'),
  })
  const opener = await screen.findByRole('button', { name: 'Delete the post by Ben' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Sells things' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete post.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('shows what was done and by whom', async () => {
  const entry = {
    ...{ _id: ada._id, act: 'delete_user', memberNumber: 7, reason: 'Sells things' },
    admin: { _id: ada._id, username: 'Ada', userNumber: 1, profilePhoto: null },
    ...{ createdAt: ada.createdAt, isUndone: false, removed: null },
  }
  const BOTH = `GET /admin/acts?admin=${ada._id}&member=7`
  const server = open('/admin?tab=log', {
    'GET /admin/acts': () => ({ status: 200, body: adminActList.parse([entry]) }),
    'GET /admin/acts?act=warn': () => ({ status: 200, body: [] }),
    [`GET /admin/acts?admin=${ada._id}`]: () => ({ status: 200, body: [entry] }),
    [BOTH]: () => ({ status: 200, body: [entry] }),
  })
  const isTold = (text: string) => text === 'Ada deleted member number 7'
  const sentence = () => screen.findByText((_, element) => isTold(element?.textContent ?? ''))
  expect(await sentence()).toBeTruthy()
  const acts = screen.getByLabelText('What was done')
  fireEvent.change(acts, { target: { value: 'warn' } })
  expect(await screen.findByText('Nothing of this kind was done.')).toBeTruthy()
  fireEvent.change(acts, { target: { value: '' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Ada' }))
  const number = screen.getByLabelText('About member number')
  fireEvent.change(number, { target: { value: 'no 07' } })
  expect(await screen.findByRole('button', { name: /Only by Ada/ })).toBeTruthy()
  await waitFor(() => expect(server.count(BOTH)).toBe(1))
  expect(await sentence()).toBeTruthy()
  expect(await screen.findByText('“Sells things”')).toBeTruthy()
})

it('goes on in the log to its end, which takes the focus, and says where it could not be read anew', async () => {
  const entry = (id: number) => ({
    ...{ _id: String(id), act: 'warn', memberNumber: id, reason: '' },
    admin: { _id: ada._id, username: 'Ada', userNumber: 1, profilePhoto: null },
    ...{ createdAt: ada.createdAt, isUndone: false, removed: null },
  })
  const firstPage = Array.from({ length: ADMIN_ACTS_PAGE_SIZE }, (_, index) => entry(900 - index))
  let reply: Reply = { status: 200, body: adminActList.parse(firstPage) }
  open('/admin?tab=log', {
    'GET /admin/acts': () => reply,
    [`GET /admin/acts?before=${firstPage.at(-1)?._id}`]: () => ({
      ...{ status: 200, body: adminActList.parse([entry(7)]) },
    }),
    'GET /posts': () => feedReply([bensPost]),
  })
  const more = await screen.findByRole('button', { name: 'Load more' })
  more.focus()
  fireEvent.click(more)
  const end = await screen.findByText('That was all.')
  expect(document.activeElement).toBe(end)

  fireEvent.click(screen.getByRole('tab', { name: 'Posts' }))
  await screen.findByText(/Buy my things/)
  reply = errorReply(500, 'internal_error', '')
  fireEvent.click(screen.getByRole('tab', { name: 'Log' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load the log.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.getByText(/member number 900/)).toBeTruthy()
})

it('gives back what an act took away, from the log', async () => {
  const until = new Date(2027, 0, 7).toISOString()
  const entry = {
    ...{ _id: ada._id, act: 'delete_post', memberNumber: 7, reason: 'Sells things' },
    admin: { _id: ada._id, username: 'Ada', userNumber: 1, profilePhoto: null },
    ...{ createdAt: ada.createdAt, isUndone: false },
    removed: { kind: 'post', text: 'Buy my watches', images: [], until },
  }
  let log = adminActList.parse([entry])
  const undo = `POST /admin/acts/${ada._id}/undo`
  const server = open('/admin?tab=log', {
    'GET /admin/acts': () => ({ status: 200, body: log }),
    [undo]: () => {
      log = adminActList.parse([{ ...entry, isUndone: true, removed: null }])
      return messageReply(REMOVAL_MESSAGES.undone)
    },
  })
  expect(await screen.findByText('Buy my watches')).toBeTruthy()
  expect(screen.getByText(/really deleted on January 7/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Undo: the post' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Give the post back?' })
  expect(dialog.textContent).toContain('Member number 7 is told')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'They were gifts' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give back' }))
  expect(await screen.findByText(/undone/)).toBeTruthy()
  expect(screen.queryByText('Buy my watches')).toBeNull()
  const sent = server.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ text: 'They were gifts' })
})

it('undoes a change of the community, from the log', async () => {
  const until = new Date(2027, 0, 7).toISOString()
  const entry = {
    ...{ _id: ada._id, act: 'change_community', memberNumber: 0, reason: 'name: We moved' },
    admin: { _id: ada._id, username: 'Ada', userNumber: 1, profilePhoto: null },
    ...{ createdAt: ada.createdAt, isUndone: false },
    removed: { kind: 'community', text: 'Name: Snug', images: [], until },
  }
  const undone = { ...entry, isUndone: true, removed: null }
  const undoing = { ...undone, _id: '9', act: 'undo', reason: 'We did not', isUndone: false }
  let log = adminActList.parse([entry])
  open('/admin?tab=log', {
    'GET /admin/acts': () => ({ status: 200, body: log }),
    [`POST /admin/acts/${ada._id}/undo`]: () => {
      log = adminActList.parse([undoing, undone])
      return messageReply(REMOVAL_MESSAGES.changeUndone)
    },
  })
  expect(await screen.findByText('Name: Snug')).toBeTruthy()
  expect(
    screen.getByText(/So it was before. The change can be undone until January 7/),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Undo: the change of the community' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Undo this change?' })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'We did not' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo it' }))
  const isTold = (text: string) => text === 'Ada undid a change of the community'
  const sentence = () => screen.findByText((_, element) => isTold(element?.textContent ?? ''))
  expect(await sentence()).toBeTruthy()
  expect(screen.queryByText('Name: Snug')).toBeNull()
})

it('shows how the community is doing', async () => {
  const body = statsWith({})
  const inAnHour = new Date(Date.now() + HOUR_MS).toISOString()
  const mail = {
    ...{ _id: '77', kind: 'verify-email', member: null, email: 'jo@example.org' },
    ...{ failure: 'ESOCKET', attempts: 3, createdAt: ada.createdAt, nextAttemptAt: inAnHour },
  }
  const due = { ...mail, _id: '79', email: 'lee@example.org', nextAttemptAt: ada.createdAt }
  const givenUp = { ...mail, _id: '78', email: 'kim@example.org', nextAttemptAt: null }
  let mails = [mail, due, givenUp]
  const retry = 'POST /admin/mails/77/retry'
  const server = open('/admin?tab=health', {
    'GET /admin/stats': () => ({ status: 200, body }),
    'GET /admin/mails?state=failed': () => ({
      status: 200,
      body: failedMails.parse({ mails, total: mails.length }),
    }),
    [retry]: () => messageReply(MAIL_MESSAGES.retried),
    'DELETE /admin/mails/77?reason=Mistyped': () => {
      mails = [due, givenUp]
      return messageReply(MAIL_MESSAGES.deleted)
    },
  })
  expect((await screen.findByText('Members')).nextElementSibling?.textContent).toBe('1,234')
  expect(screen.getByText('Database').nextElementSibling?.textContent).toBe('2.5 MB')
  expect(screen.getByText('Pictures').nextElementSibling?.textContent).toBe('7 MB')
  expect(screen.getByText('Last backup').nextElementSibling?.textContent).toBe('Never made here')
  expect(screen.getByText('Links to look up').nextElementSibling?.textContent).toBe('3')
  expect(screen.getByText('Longest wait').nextElementSibling?.textContent).toBe('1,200 ms')
  for (const problem of [
    'No backup was ever made.',
    'The oldest mail has waited for 2 hours.',
    'As it went lately, the disk is full in 12 days.',
    '1 mail could not be sent for three days: see below.',
    'The server kept everybody waiting for 1,200 ms: it is too busy.',
  ])
    expect(screen.getByText(problem)).toBeTruthy()
  const [row, now, last] = await screen.findAllByText('Tried 3 times', { exact: false })
  expect(row?.textContent).toMatch(/^Tried 3 times · ESOCKET · Written: /)
  expect(row?.textContent).toContain(`Next try: ${formatClockTime(inAnHour)}`)
  expect(now?.textContent).toContain('Next try: Now')
  expect(last?.textContent).toContain('Given up')
  fireEvent.click(screen.getByRole('button', { name: 'Try again: the mail to jo@example.org' }))
  await vi.waitFor(() => expect(server.count(retry)).toBe(1))
  fireEvent.click(screen.getByRole('button', { name: 'Delete the mail to jo@example.org' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this mail?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await within(dialog).findByText(MAIL_MESSAGES.reasonMissing)).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Mistyped' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(screen.queryByText('jo@example.org')).toBeNull())
  const left = screen.getByRole('region', { name: 'Mails that could not be sent' })
  await vi.waitFor(() => expect(document.activeElement).toBe(left))
})

it('asks again for the mails that could not be sent, where they did not come', async () => {
  let reply: Reply = errorReply(500, 'internal_error', '')
  open('/admin?tab=health', {
    'GET /admin/stats': () => ({ status: 200, body: statsWith({}) }),
    'GET /admin/mails?state=failed': () => reply,
  })
  const failure = await screen.findByText(MAIL_MESSAGES.loadFailed)
  reply = { status: 200, body: failedMails.parse({ mails: [], total: 0 }) }
  const box = within(failure.closest('[role="alert"]') as HTMLElement)
  fireEvent.click(box.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(MAIL_MESSAGES.loadFailed)).toBeNull())
})

it('says that the disk is nearly full also where it does not become less', async () => {
  const body = statsWith({ freeDiskBytes: 600_000_000, daysUntilDiskFull: null })
  open('/admin?tab=health', {
    'GET /admin/stats': () => ({ status: 200, body }),
    'GET /admin/mails?state=failed': () => ({ status: 200, body: { mails: [], total: 0 } }),
  })
  expect(
    await screen.findByText('Only 600 MB of the disk are left: it is nearly full.'),
  ).toBeTruthy()
})

it('asks for nothing and leads home whoever is no administrator', async () => {
  const server = open('/admin', { [ALL]: () => users(ada) }, ben)
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeTruthy()
  expect(server.count(ALL)).toBe(0)
})
