import { beforeEach, describe, expect, it } from 'vitest'
import type { Topic } from './bus.ts'
import { RecentTopics, wasMissed } from './recent-topics.ts'

let now = 0
let recent: RecentTopics
beforeEach(() => {
  now = 1_000_000
  recent = new RecentTopics(() => now)
})

const BOOKS: Topic = 'space:1'
const MUSIC: Topic = 'space:2'

describe('whether a topic was quiet', () => {
  it('is known from the start of the process on', () => {
    expect(recent.hasNothingSince([BOOKS], now)).toBe(true)
    expect(recent.hasNothingSince([BOOKS], now - 1)).toBe(false)
  })

  it('goes by the topic and by when it was told last', () => {
    now += 10_000
    recent.note([BOOKS])
    expect(recent.hasNothingSince([MUSIC], now - 10_000)).toBe(true)
    expect(recent.hasNothingSince([MUSIC, BOOKS], now - 10_000)).toBe(false)
    expect(recent.hasNothingSince([BOOKS], now + 1)).toBe(true)
  })

  it('is remembered for a minute at least, and not for ever', () => {
    recent.note([BOOKS])
    const then = now
    now += 119_000
    expect(recent.hasNothingSince([BOOKS], then)).toBe(false)
    expect(recent.hasNothingSince([BOOKS], then + 1)).toBe(true)
    now += 60_000
    expect(recent.hasNothingSince([MUSIC], now - 59_000)).toBe(true)
    expect(recent.hasNothingSince([MUSIC], then)).toBe(false)
  })

  it('is not known after a long rest either', () => {
    now += 3_600_000
    expect(recent.hasNothingSince([BOOKS], now - 60_000)).toBe(true)
    expect(recent.hasNothingSince([BOOKS], now - 60_001)).toBe(false)
  })

  it('is not known for what this process did not hear', () => {
    now += 10_000
    recent.clear()
    expect(recent.hasNothingSince([BOOKS], now - 1)).toBe(false)
  })

  it('is not known once more was told than is kept', () => {
    now += 10_000
    recent.note(Array.from({ length: 50_001 }, (_, id): Topic => `member:${id}`))
    expect(recent.hasNothingSince([BOOKS], now - 1)).toBe(false)
    expect(recent.hasNothingSince([BOOKS], now)).toBe(true)
  })
})

it('counts what may have been under way, and says nothing where nobody asks', () => {
  now += 60_000
  recent.note([BOOKS])
  now += 4_000
  expect(wasMissed(recent, [BOOKS], now, 0)).toBe(true)
  now += 2_000
  expect(wasMissed(recent, [BOOKS], now, 0)).toBe(false)
  expect(wasMissed(recent, [BOOKS], now, 2_000)).toBe(true)
  expect(wasMissed(recent, [BOOKS], now, undefined)).toBeUndefined()
})
