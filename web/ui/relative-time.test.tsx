import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

const NOW = '2026-11-20T12:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('RelativeTime', () => {
  it('keeps itself current and holds the exact time', () => {
    render(<RelativeTime dateTime={NOW} />)
    const time = screen.getByText('Just now')
    expect(time.getAttribute('datetime')).toBe(NOW)
    expect(time.title).toContain('2026')
    act(() => vi.advanceTimersByTime(60_000))
    expect(time.textContent).toBe('1m ago')
  })

  it('shares one timer among all, and stops it after the last', () => {
    const { unmount } = render(
      <>
        <RelativeTime dateTime={NOW} />
        <RelativeTime dateTime={NOW} />
      </>,
    )
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
