// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CLOSED,
  PING_EVERY_MS,
  type ServerEvent,
  SILENCE_MEANS_DEAD_MS,
} from '../../../contract/realtime.ts'
import { storeToken } from '../token-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { fakeTabApis } from './fake-tabs.ts'
import type { ConnectionStatus } from './leader.ts'
import { TabClient } from './tab-client.ts'
import type { TabApis } from './tabs.ts'

const ADA = '111111111111111'
const BEN = '222222222222222'
const BOOKS = '333333333333333'
const MUSIC = '444444444444444'

let browser: TabApis
const tabs: ReturnType<typeof tab>[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.reset()
  browser = fakeTabApis()
  storeToken('mine', false)
})

afterEach(async () => {
  for (const { stream } of tabs.splice(0)) stream.stop()
  await settle()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})

function tab(world: TabApis, memberId: string) {
  const statuses: ConnectionStatus[] = []
  const events: ServerEvent[] = []
  const stream = new TabClient(
    { memberId, Socket: FakeSocket, heardAt: 0, ...world },
    { onStatus: (status) => statuses.push(status), onEvent: (event) => events.push(event) },
  )
  return {
    stream,
    events,
    isLive: () => statuses.at(-1)?.connectionId != null,
    line: () => statuses.at(-1)?.connectionId,
    feed: () => statuses.at(-1)?.feed,
    counts: () => events.flatMap((event) => (event.type === 'unread_count' ? event.count : [])),
  }
}

async function openTab(memberId = ADA, world = browser) {
  const opened = tab(world, memberId)
  tabs.push(opened)
  await settle()
  return opened
}

/** All that is under way between tabs has arrived. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const sockets = () => FakeSocket.opened
const socket = () => FakeSocket.last
const said = (type: string, of = socket()) => of.sent.filter((message) => message.type === type)

describe('tabs of one member', () => {
  it('share one line, and all hear what it says', async () => {
    const first = await openTab()
    const second = await openTab()
    expect(sockets()).toHaveLength(1)
    socket().becomeReady(1)
    socket().receive({ type: 'unread_count', count: 4 })
    await settle()
    for (const each of [first, second]) {
      expect(each.isLive()).toBe(true)
      expect(each.counts()).toEqual([4])
    }
  })

  it('that come later know that the line is up', async () => {
    await openTab()
    socket().becomeReady()
    const late = await openTab()
    expect(late.isLive()).toBe(true)
  })

  it('all learn that the line broke', async () => {
    const first = await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    socket().drop()
    await settle()
    expect([first.isLive(), second.isLive()]).toEqual([false, false])
  })

  it('pass the line on when the one that leads is closed', async () => {
    const first = await openTab()
    const second = await openTab()
    const third = await openTab()
    socket().becomeReady()
    await settle()
    const lineBefore = second.line()
    first.stream.stop()
    await settle()
    expect(sockets()).toHaveLength(2)
    expect(sockets()[0]?.isClosed).toBe(true)
    expect([second.isLive(), third.isLive()]).toEqual([false, false])
    socket().becomeReady()
    await settle()
    expect(second.line()).toBe(third.line())
    expect(second.line()).not.toBe(lineBefore)
    socket().receive({ type: 'unread_count', count: 7 })
    await settle()
    expect([first.counts(), second.counts(), third.counts()]).toEqual([[], [7], [7]])
  })

  it('know that the server missed something where the one that leads is closed before it is back', async () => {
    const first = await openTab()
    await openTab()
    const third = await openTab()
    socket().becomeReady()
    await settle()
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
    const heardMsAgo = () => socket().sent.find((each) => each.type === 'hello')?.heardMsAgo
    socket().drop(CLOSED.comeBack)
    await settle()
    first.stream.stop()
    await settle()
    socket().open()
    expect(heardMsAgo()).toBe(Date.now())
    // From then on all is heard.
    socket().receive({ type: 'ready', unreadCount: 0, unreadConversations: 0, isMissed: true })
    await settle()
    expect(third.isLive()).toBe(true)
    tabs[1]?.stream.stop()
    await settle()
    socket().open()
    expect(heardMsAgo()).toBe(0)
  })

  it('go on with the line when one that follows is closed', async () => {
    const first = await openTab()
    const second = await openTab()
    const third = await openTab()
    socket().becomeReady()
    second.stream.stop()
    first.stream.stop()
    await settle()
    expect(sockets()).toHaveLength(2)
    socket().becomeReady()
    await settle()
    expect(third.isLive()).toBe(true)
  })

  it('follow a leader only as long as it is heard from', async () => {
    const { Channel } = browser
    await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    expect(second.isLive()).toBe(true)
    // The leading tab is frozen: its messages do not come any more.
    if (Channel) vi.spyOn(Channel.prototype, 'postMessage').mockImplementation(() => {})
    await vi.advanceTimersByTimeAsync(SILENCE_MEANS_DEAD_MS)
    expect(second.isLive()).toBe(false)
  })

  it.each([
    ['locks', { locks: undefined }],
    ['channels', { Channel: undefined }],
  ])('have a line each where the browser has no %s', async (_, lack) => {
    const first = await openTab(ADA, { ...browser, ...lack })
    const second = await openTab(ADA, { ...browser, ...lack })
    expect(sockets()).toHaveLength(2)
    for (const each of sockets()) each.becomeReady()
    sockets()[0]?.receive({ type: 'unread_count', count: 1 })
    await settle()
    expect([first.isLive(), second.isLive()]).toEqual([true, true])
    expect([first.counts(), second.counts()]).toEqual([[1], []])
  })
})

describe('tabs of two members', () => {
  it('share nothing', async () => {
    const adas = await openTab(ADA)
    const bens = await openTab(BEN)
    expect(sockets()).toHaveLength(2)
    sockets()[0]?.becomeReady()
    sockets()[0]?.receive({ type: 'unread_count', count: 3 })
    await settle()
    expect(adas.counts()).toEqual([3])
    expect(bens.events).toEqual([])
    expect(bens.isLive()).toBe(false)
  })
})

describe('what a tab says', () => {
  it('goes over the line of the one that leads', async () => {
    await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    second.stream.send({ type: 'typing', spaceId: BOOKS })
    await settle()
    expect(said('typing')).toEqual([{ type: 'typing', spaceId: BOOKS }])
  })

  it('is the sum of what all tabs show, once each', async () => {
    const first = await openTab()
    const second = await openTab()
    socket().becomeReady()
    await settle()
    first.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    second.stream.setState({ feed: 'public', feedReadAt: 0, spaceIds: [BOOKS, MUSIC] })
    await settle()
    expect(said('be_in_spaces').at(-1)).toEqual({
      type: 'be_in_spaces',
      spaceIds: [BOOKS, MUSIC],
    })
    expect(said('watch_feed')).toEqual([
      { type: 'watch_feed', feed: 'public', heardMsAgo: expect.any(Number) },
    ])
    expect([first.feed(), second.feed()]).toEqual(['public', 'public'])
    second.stream.stop()
    await settle()
    expect(said('be_in_spaces').at(-1)).toEqual({ type: 'be_in_spaces', spaceIds: [BOOKS] })
    expect(said('watch_feed').at(-1)).toEqual({ type: 'watch_feed', feed: null })
  })

  it('of feeds is the one chosen last, and the other tab knows', async () => {
    const first = await openTab()
    const second = await openTab()
    socket().becomeReady()
    first.stream.setState({ feed: 'friends', feedReadAt: 0, spaceIds: [] })
    await settle()
    second.stream.setState({ feed: 'public', feedReadAt: 0, spaceIds: [] })
    await settle()
    expect(said('watch_feed').at(-1)).toEqual({
      type: 'watch_feed',
      feed: 'public',
      heardMsAgo: expect.any(Number),
    })
    expect(first.feed()).toBe('public')
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
    expect(said('watch_feed')).toHaveLength(2)
  })

  it('is said again after a break', async () => {
    const first = await openTab()
    const second = await openTab()
    first.stream.setState({ feed: 'friends', feedReadAt: 0, spaceIds: [] })
    second.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [MUSIC] })
    await settle()
    socket().becomeReady()
    socket().drop()
    first.stream.checkNow()
    socket().becomeReady()
    expect(sockets()).toHaveLength(2)
    expect(socket().sent.slice(1)).toEqual([
      { type: 'be_in_spaces', spaceIds: [MUSIC] },
      { type: 'watch_feed', feed: 'friends', heardMsAgo: expect.any(Number) },
    ])
  })

  it('is said by the next leader', async () => {
    const first = await openTab()
    const second = await openTab()
    const third = await openTab()
    second.stream.setState({ feed: 'friends', feedReadAt: 0, spaceIds: [BOOKS] })
    third.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [MUSIC] })
    await settle()
    first.stream.stop()
    await settle()
    socket().becomeReady()
    await settle()
    expect(said('be_in_spaces').at(-1)).toEqual({
      type: 'be_in_spaces',
      spaceIds: [BOOKS, MUSIC],
    })
  })

  it('counts no more once it has gone without a word', async () => {
    const first = await openTab()
    const { Channel } = browser
    const second = await openTab()
    socket().becomeReady()
    second.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    await settle()
    expect(said('be_in_spaces').at(-1)).toEqual({ type: 'be_in_spaces', spaceIds: [BOOKS] })
    if (Channel) vi.spyOn(Channel.prototype, 'postMessage').mockImplementation(() => {})
    for (let beat = 0; beat < 4; beat++) {
      await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
      socket().receive({ type: 'pong' })
    }
    expect(said('be_in_spaces').at(-1)).toEqual({ type: 'be_in_spaces', spaceIds: [] })
    expect(first.isLive()).toBe(true)
  })
})

describe('what the server says', () => {
  it('of who is in a space reaches a tab that shows it later than another one', async () => {
    const first = await openTab()
    socket().becomeReady()
    first.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    socket().receive({ type: 'presence', spaceId: BOOKS, userIds: [ADA] })
    socket().receive({ type: 'presence', spaceId: BOOKS, userIds: [ADA, BEN] })
    socket().receive({ type: 'presence', spaceId: MUSIC, userIds: [BEN] })
    const second = await openTab()
    const told = () => second.events.filter(({ type }) => type === 'presence')
    expect(told()).toEqual([])
    second.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    await settle()
    expect(told()).toEqual([
      { type: 'presence', spaceId: BOOKS, userIds: [ADA, BEN] },
      { type: 'presence', spaceId: MUSIC, userIds: [BEN] },
    ])
    expect(said('be_in_spaces')).toHaveLength(1)

    // What it says again and again is nothing new; nor is what was told before a break.
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS)
    expect(told()).toHaveLength(2)
    socket().drop()
    first.stream.checkNow()
    socket().becomeReady()
    await settle()
    const third = await openTab()
    third.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    await settle()
    expect(third.events.filter(({ type }) => type === 'presence')).toEqual([])
  })

  it('of who is in a space reaches a tab that shows another one', async () => {
    const first = await openTab()
    socket().becomeReady()
    first.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [BOOKS] })
    const inBooks: ServerEvent = { type: 'presence', spaceId: BOOKS, userIds: [ADA, BEN] }
    socket().receive(inBooks)
    const second = await openTab()
    second.stream.setState({ feed: null, feedReadAt: 0, spaceIds: [MUSIC] })
    await settle()
    expect(second.events.filter(({ type }) => type === 'presence')).toEqual([inBooks])
  })

  it('and this client does not know is passed over', async () => {
    const { events } = await openTab()
    socket().becomeReady()
    socket().receiveRaw('{"type":"of_next_year","spaceId":"x"}')
    socket().receiveRaw('{"type":"unread_count","count":"many"}')
    socket().receiveRaw('not even JSON')
    socket().receive({ type: 'unread_count', count: 2 })
    expect(events.map(({ type }) => type)).toEqual(['ready', 'unread_count'])
  })
})
