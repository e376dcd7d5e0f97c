import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useMuteEnd } from './mute-end.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOW }))

function waitFor(end: number | undefined) {
  const onEnd = vi.fn()
  return {
    onEnd,
    ...renderHook((props) => useMuteEnd(props.end, onEnd), { initialProps: { end } }),
  }
}

it('a mute is asked about a moment after its end, and not before', () => {
  const { onEnd } = waitFor(NOW + 60_000)
  vi.advanceTimersByTime(60_000)
  expect(onEnd).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

it('a mute that the server’s clock does not call over yet is asked about again, until it is', () => {
  const { onEnd, rerender } = waitFor(NOW - 3_600_000)
  vi.advanceTimersByTime(2_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(20_000)
  expect(onEnd).toHaveBeenCalledTimes(3)
  rerender({ end: undefined })
  vi.advanceTimersByTime(60_000)
  expect(onEnd).toHaveBeenCalledTimes(3)
})

it('what is muted for longer than a browser can wait is not asked about at once', () => {
  const { onEnd } = waitFor(NOW + 60 * 86_400_000)
  vi.advanceTimersByTime(86_400_000)
  expect(onEnd).not.toHaveBeenCalled()
})
