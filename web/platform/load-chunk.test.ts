// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { loadChunk, preventReloadWhile } from './load-chunk.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

const there = async () => true

afterEach(() => {
  sessionStorage.clear()
  preventReloadWhile(() => false)
})

it('passes on what was loaded', async () => {
  expect(await loadChunk(async () => 'a screen')).toBe('a screen')
})

it('reloads the page once when a part is gone, and fails when that did not help', async () => {
  const reload = vi.fn()
  void loadChunk(gone, reload, there)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(loadChunk(gone, reload, there)).rejects.toThrow('Failed to fetch')
  expect(reload).toHaveBeenCalledOnce()
})

it('does not give up the page while something is unsent', async () => {
  const reload = vi.fn()
  preventReloadWhile(() => true)
  await expect(loadChunk(gone, reload, there)).rejects.toThrow('Failed to fetch')
  expect(reload).not.toHaveBeenCalled()
})

it('does not give up the page while the server is away', async () => {
  const reload = vi.fn()
  await expect(loadChunk(gone, reload, async () => false)).rejects.toThrow('Failed to fetch')
  expect(reload).not.toHaveBeenCalled()
})
