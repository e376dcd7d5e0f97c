import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deferredReply } from '../platform/fake-server.ts'
import {
  becomeReady,
  COUNT,
  counted,
  happens,
  pass,
  prepareRealtime,
  resetRealtime,
  socket,
  tell,
  visit,
} from './test-realtime.ts'

beforeEach(prepareRealtime)
afterEach(resetRealtime)

const bells = () => screen.getAllByRole('button', { name: /^Notifications/ })
const bellName = () => bells()[0]?.getAttribute('aria-label')

describe('the count of unread notifications', () => {
  const countsShown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-count]')].map(({ dataset }) => dataset.count)

  it('stands at the bell in both bars, and in its name', async () => {
    await visit()
    await becomeReady(3)
    expect(screen.getAllByRole('button', { name: 'Notifications, 3 unread' })).toHaveLength(2)
    expect(countsShown()).toEqual(['3', '3'])
    await tell({ type: 'unread_count', count: 120 })
    expect(countsShown()).toEqual(['99+', '99+'])
    expect(bellName()).toBe('Notifications, 120 unread')
    await tell({ type: 'unread_count', count: 0 })
    expect(bellName()).toBe('Notifications')
    expect(countsShown()).toEqual([])
  })

  it('is what was told last, although an older answer comes later', async () => {
    const older = deferredReply()
    const { queryClient, server } = await visit({ [COUNT]: older.reply })
    await pass(1_000)
    expect(server.count(COUNT)).toBe(1)
    await becomeReady(2)
    await tell({ type: 'unread_count', count: 3 })
    await happens(() => older.answer(counted(2)))
    await waitFor(() =>
      expect(queryClient.isFetching({ queryKey: ['notification-count'] })).toBe(0),
    )
    expect(bellName()).toBe('Notifications, 3 unread')
  })

  it('is asked for after a second and every half a minute, without the stream', async () => {
    let count = 1
    const { server } = await visit({ [COUNT]: () => counted(count) })
    expect(server.count(COUNT)).toBe(0)
    await pass(1_000)
    expect(server.count(COUNT)).toBe(1)
    await waitFor(() => expect(bellName()).toBe('Notifications, 1 unread'))
    count = 2
    await pass(30_000)
    expect(server.count(COUNT)).toBe(2)
    await waitFor(() => expect(bellName()).toBe('Notifications, 2 unread'))
  })

  it('is not asked for while the stream is there, and again when it is not', async () => {
    const { server } = await visit({ [COUNT]: () => counted(5) })
    await becomeReady(2)
    await pass(20_000)
    for (let minute = 0; minute < 4; minute++) {
      await tell({ type: 'pong' })
      await pass(25_000)
    }
    expect(server.count(COUNT)).toBe(0)
    await act(async () => socket().drop())
    await pass(1_000)
    expect(server.count(COUNT)).toBe(1)
    await pass(30_000)
    expect(server.count(COUNT)).toBe(2)
    await waitFor(() => expect(bellName()).toBe('Notifications, 5 unread'))
  })

  it('that cannot be had is no trouble worth a word', async () => {
    const { server } = await visit({ [COUNT]: () => 'no answer' })
    await pass(1_000)
    expect(server.count(COUNT)).toBe(1)
    expect(bellName()).toBe('Notifications')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
