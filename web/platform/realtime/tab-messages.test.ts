// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PING_EVERY_MS, type ServerEvent } from '../../../contract/realtime.ts'
import {
  ADA,
  BEN,
  browser,
  openTab,
  prepareTabs,
  resetTabs,
  settle,
  socket,
  sockets,
} from './test-tabs.ts'

const BOOKS = '333333333333333'
const MUSIC = '444444444444444'

beforeEach(prepareTabs)
afterEach(resetTabs)

const said = (type: string, of = socket()) => of.sent.filter((message) => message.type === type)

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
