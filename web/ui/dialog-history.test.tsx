import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { closeDialogs, useBackToClose } from './dialog-history.ts'

it('goes on where the browser does not go back: whoever closed the dialogs would wait for ever', async () => {
  vi.useFakeTimers()
  const go = vi.spyOn(history, 'go').mockReturnValue()
  const close = vi.fn()
  const { rerender } = renderHook(({ isOpen }) => useBackToClose(isOpen, close), {
    initialProps: { isOpen: true },
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(history.state?.dialogDepth).toBe(1)
  const closed = vi.fn()
  void closeDialogs().then(closed)
  expect(close).toHaveBeenCalledOnce()
  rerender({ isOpen: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(go).toHaveBeenCalledOnce()
  expect(closed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(closed).toHaveBeenCalledOnce()
  expect(history.state?.dialogDepth).toBe(0)
})
