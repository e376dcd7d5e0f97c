import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  MESSAGES,
  type ReportedThing,
  reportQueue,
  SERVER_MESSAGES,
} from '../../contract/reports.ts'
import { suspendedMembers } from '../../contract/suspension.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'

afterEach(() => vi.unstubAllGlobals())

const author = { _id: ben._id, username: 'Ben', userNumber: 2, profilePhoto: null }
const thing: ReportedThing = {
  ...{ _id: '7000000000001', kind: 'post', thingId: '8000000000001', member: author },
  ...{ isAdministrator: false, isSuspended: false, space: null },
  evidence: [
    {
      member: author,
      text: 'Buy my things',
      images: [],
      createdAt: ada.createdAt,
      isReported: true,
    },
  ],
  reportCount: 1,
  reports: [{ reason: 'spam', ruleId: null, text: 'Third time', createdAt: ada.createdAt }],
}
const reports = (...things: ReportedThing[]): Reply => ({
  status: 200,
  body: reportQueue.parse({ things, total: things.length }),
})
const suspended = (appeal: object | null): Reply => ({
  status: 200,
  body: suspendedMembers.parse([{ member: author, until: null, reason: 'Too unkind', appeal }]),
})
const nobody: Reply = { status: 200, body: [] }
const QUEUE = 'GET /admin/reports?state=open'
const SUSPENDED = 'GET /admin/suspensions'

function open(routes: Record<string, () => Reply>) {
  storeToken('token-of-Ada', true)
  const server = createFakeServer({ ...homeReplies(ada), [SUSPENDED]: () => nobody, ...routes })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/admin?tab=reports').element)
  return server
}

it('shows what was reported, and says what a decision does before it is made', async () => {
  let queue = reports(thing)
  const decision = `POST /admin/reports/${thing._id}/decision`
  const server = open({
    [QUEUE]: () => queue,
    [decision]: () => {
      queue = reports()
      return messageReply(SERVER_MESSAGES.decided)
    },
  })
  const item = await screen.findByRole('listitem', { name: 'The post of Ben' })
  expect(screen.getByRole('heading', { level: 2, name: 'Reported' })).toBeTruthy()
  expect(item.textContent).toContain('Buy my things')
  expect(item.textContent).toContain('Spam “Third time”')
  expect(screen.getByRole('tab', { name: /Reports 1/ })).toBeTruthy()
  fireEvent.click(within(item).getByRole('button', { name: 'Suspend: the post of Ben' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Suspend Ben?' })
  expect(dialog.textContent).toContain('Ben is signed out everywhere')
  expect(dialog.textContent).toContain('Whoever reported it is told that it was looked at')
  const confirm = within(dialog).getByRole('button', { name: 'Suspend' })
  fireEvent.click(confirm)
  expect((await within(dialog).findByRole('alert')).textContent).toBe(MESSAGES.decisionMissing)
  expect(server.count(decision)).toBe(0)
  fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: '30' } })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'No selling' } })
  fireEvent.click(confirm)
  expect(await screen.findByText('Nothing waits to be looked at.')).toBeTruthy()
  const sent = server.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ act: 'suspend', days: 30, text: 'No selling' })
})

it('says how many reported it, also where not all of them are shown', async () => {
  open({ [QUEUE]: () => reports({ ...thing, reportCount: 1_001 }) })
  const item = await screen.findByRole('listitem', { name: 'The post of Ben' })
  expect(item.textContent).toMatch(/1,001 reports.*And 1,000 more\./)
  fireEvent.click(within(item).getByRole('button', { name: 'Warn: the post of Ben' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Warn Ben?' })
  expect(dialog.textContent).toContain('The 1,001 who reported it are told')
})

it('removes what a member says of themself, and says what that is', async () => {
  const decision = `POST /admin/reports/${thing._id}/decision`
  const server = open({
    [QUEUE]: () => reports({ ...thing, kind: 'profile' }),
    [decision]: () => messageReply(SERVER_MESSAGES.decided),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove it: the profile of Ben' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove this profile?' })
  expect(dialog.textContent).toContain('The photo, the words, the pet and the music go')
  expect(dialog.textContent).toContain('It can be given back for 30 days')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Not your photo' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove it' }))
  await waitFor(() => expect(server.count(decision)).toBe(1))
})

it('asks a second time about an administrator', async () => {
  const server = open({ [QUEUE]: () => reports({ ...thing, isAdministrator: true }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Warn: the post of Ben' }))
  const first = await screen.findByRole('alertdialog', { name: 'Warn Ben?' })
  fireEvent.change(within(first).getByRole('textbox'), { target: { value: 'Please stop' } })
  fireEvent.click(within(first).getByRole('button', { name: 'Warn' }))
  await screen.findByRole('alertdialog', { name: /Ben is an administrator/ })
  expect(server.requests.some(({ method }) => method === 'POST')).toBe(false)
})

it('says whose member is suspended already, and that it never becomes shorter', async () => {
  open({ [QUEUE]: () => reports({ ...thing, isSuspended: true }) })
  const item = await screen.findByRole('listitem', { name: 'The post of Ben' })
  expect(within(item).getByText('Suspended')).toBeTruthy()
  fireEvent.click(within(item).getByRole('button', { name: 'Suspend: the post of Ben' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Suspend Ben?' })
  expect(dialog.textContent).toContain('the later of both ends counts')
})

it('shows what who is suspended wrote, and lets them in again', async () => {
  let list = suspended({ text: 'I am sorry', createdAt: ada.createdAt, answer: '' })
  const lift = `POST /admin/user/${ben._id}/lift`
  const server = open({
    [QUEUE]: () => reports(),
    [SUSPENDED]: () => list,
    [lift]: () => {
      list = nobody
      return messageReply('The suspension is lifted.')
    },
  })
  expect((await screen.findByRole('listitem', { name: 'Ben' })).textContent).toContain('I am sorry')
  expect(screen.getByRole('button', { name: 'Answer Ben' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Lift the suspension of Ben' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Welcome back' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Lift' }))
  await waitFor(() => expect(screen.queryByText('Too unkind')).toBeNull())
  expect(server.count(lift)).toBe(1)
})
