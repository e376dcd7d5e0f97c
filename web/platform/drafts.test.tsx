import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimDrafts, useDraft, wipeDrafts } from './drafts.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  wipeDrafts()
  vi.useRealTimers()
})

function Composer() {
  const [text, setText, clear] = useDraft('post')
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={clear}>
        Sent
      </button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (value: string) => fireEvent.change(box(), { target: { value } })

it('keeps what is typed on the device, a moment later', () => {
  render(<Composer />)
  type('Dear all')
  expect(box().value).toBe('Dear all')
  expect(localStorage.getItem('draft:post')).toBeNull()
  vi.advanceTimersByTime(300)
  expect(localStorage.getItem('draft:post')).toBe('Dear all')
})

it('keeps it at once when the page goes away, and brings it back', () => {
  const { unmount } = render(<Composer />)
  type('Dear all')
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  render(<Composer />)
  expect(box().value).toBe('Dear all')
  expect(localStorage.getItem('draft:post')).toBe('Dear all')
})

it('is gone once it was sent', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  fireEvent.click(screen.getByText('Sent'))
  expect(box().value).toBe('')
  expect(localStorage.getItem('draft:post')).toBeNull()
})

it('stays for the same member and is not shown to another', () => {
  claimDrafts('ada')
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  act(() => claimDrafts('ada'))
  expect(box().value).toBe('Dear all')
  act(() => claimDrafts('ben'))
  expect(box().value).toBe('')
  expect(localStorage.getItem('draft:post')).toBeNull()
})

it('is not written any more after another tab signed out', () => {
  claimDrafts('ada')
  render(<Composer />)
  type('Dear all')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'draft-owner', newValue: null }))
  })
  vi.advanceTimersByTime(1_000)
  expect(localStorage.getItem('draft:post')).toBeNull()
  expect(box().value).toBe('')
})

it('shows what another tab wrote, or sent', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  const tell = () =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'draft:post' })))
  localStorage.setItem('draft:post', 'Dear friends')
  tell()
  expect(box().value).toBe('Dear friends')
  localStorage.removeItem('draft:post')
  tell()
  expect(box().value).toBe('')
})
