/** For tests: spaces, messages and requests as the contract allows them, and a visit to them. */
import { fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import type { CurrentUser } from '../../contract/accounts.ts'
import { type JoinRequest, joinRequest, joinRequestList } from '../../contract/join-requests.ts'
import { messageList, type SpaceMessage, spaceMessage } from '../../contract/space-messages.ts'
import { type SpaceSummary, spaceSummaries } from '../../contract/space-summaries.ts'
import { DEFAULT_PALETTE, type Space, space, spaceList, spacePage } from '../../contract/spaces.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type FakeRequest, type Reply } from '../platform/fake-server.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { storeToken } from '../platform/token-store.ts'
import { messageNumbered } from './messages/test-messages.ts'

type Replies = Record<string, (heard: FakeRequest) => Reply | Promise<Reply>>

export const DISCOVER = 'GET /spaces?page=1&limit=10'
export const MINE = 'GET /spaces/my-spaces'
const MY_REQUESTS = 'GET /join-requests/my-requests'

let count = 0
const newId = () => `7${String(++count).padStart(12, '0')}`

export const authorOf = ({ _id, username, userNumber, profilePhoto }: CurrentUser) => ({
  _id,
  username,
  userNumber,
  profilePhoto,
})

/** Ben's space, as Ada knows it from outside. */
export function spaceNamed(name: string, more: Partial<Space> = {}): Space {
  return space.parse({
    _id: newId(),
    name,
    description: 'A warm place.',
    colorPalette: DEFAULT_PALETTE,
    sound: { url: '', name: '', volume: 0.5 },
    pinnedArt: { url: '', title: '', artist: '', image: null },
    isPrivate: false,
    maxMembers: 50,
    tags: [],
    vibe: 'chill',
    admin: authorOf(ben),
    members: [authorOf(ben)],
    memberCount: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    isMember: false,
    isAdmin: false,
    isInvited: false,
    isInvitedByMember: false,
    requestPending: false,
    askAgainAt: null,
    banReason: null,
    pendingRequests: 0,
    unreadCount: 0,
    mute: null,
    lastReadSeq: 0,
    lastSeq: 0,
    ...more,
  })
}

/** The same space with Ada in it. */
export const withAda = (one: Space, more: Partial<Space> = {}): Space => ({
  ...one,
  isMember: true,
  members: [authorOf(ben), authorOf(ada)],
  memberCount: 2,
  ...more,
})

/** A space that Ada runs. */
export const runByAda = (name: string, more: Partial<Space> = {}): Space =>
  withAda(spaceNamed(name, { admin: authorOf(ada) }), { isAdmin: true, ...more })

export const messageBy = (author: CurrentUser, seq: number, more: Partial<SpaceMessage> = {}) =>
  messageNumbered(seq, authorOf(author), { createdAt: new Date().toISOString(), ...more })

export function requestBy(author: CurrentUser, to: Space, more: Partial<JoinRequest> = {}) {
  return joinRequest.parse({
    _id: newId(),
    space: { _id: to._id, name: to.name },
    user: authorOf(author),
    message: '',
    invitedBy: null,
    inviterCount: 0,
    status: 'pending',
    adminResponse: '',
    createdAt: new Date().toISOString(),
    ...more,
  })
}

export const spacePageReply = (spaces: Space[], page = 1, totalPages = 1): Reply => ({
  status: 200,
  body: spacePage.parse({ spaces, page, totalPages }),
})
export const spaceListReply = (spaces: Space[]): Reply => ({
  status: 200,
  body: spaceList.parse(spaces),
})
export const spaceReply = (one: Space, status = 200): Reply => ({ status, body: space.parse(one) })
export const messagesReply = (messages: SpaceMessage[]): Reply => ({
  status: 200,
  body: messageList.parse(messages),
})
export const spaceMessageReply = (message: SpaceMessage, status = 200): Reply => ({
  status,
  body: spaceMessage.parse(message),
})
export const joinRequestsReply = (requests: JoinRequest[]): Reply => ({
  status: 200,
  body: joinRequestList.parse(requests),
})

/** Ada is here. What is answered beside her empty home and no spaces is `replies`. */
export function renderSpaces(path: string, replies: Replies) {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  storeToken('a-token', false)
  FakeSocket.reset()
  const server = createFakeServer({
    ...homeReplies(ada),
    [DISCOVER]: () => spacePageReply([]),
    [MINE]: () => spaceListReply([]),
    [MY_REQUESTS]: () => joinRequestsReply([]),
    ...replies,
  })
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return server.fetch(url, init)
  })
  const { element, router, queryClient } = createTestApp(path, FakeSocket)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  return {
    ...render(element),
    server,
    router,
    queryClient,
    /** The idempotency keys that were sent, in order. */
    sentKeys: () => keys.filter((key) => key !== null),
  }
}

export async function resetSpaces(): Promise<void> {
  await outbox.wipeOf(() => true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export class FakeResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export const text = (words: string | RegExp) => screen.findByText(words)
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const link = (name: string | RegExp) => screen.findByRole('link', { name })
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))
export const field = (label: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea, select' })
export const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
/** An item of a menu behind its button. */
export async function choose(menu: string | RegExp, item: string | RegExp) {
  fireEvent.click(await button(menu))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** A space as the list of one's own shows it, of this id. */
export function summaryOf(id: string, more: Partial<SpaceSummary> = {}): SpaceSummary {
  return {
    _id: id,
    name: `Room ${id}`,
    colorPalette: DEFAULT_PALETTE,
    vibe: 'chill',
    isUnread: false,
    mute: null,
    lastMessage: null,
    ...more,
  }
}

export function summariesReply(rooms: SpaceSummary[], folded: string[] = []): Reply {
  return { status: 200, body: spaceSummaries.parse({ rooms, folded }) }
}
