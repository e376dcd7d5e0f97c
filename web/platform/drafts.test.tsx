import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  attemptKey,
  claimDrafts,
  DRAFTS_WIPED_KEY,
  hasDrafts,
  useDraft,
  wipeDraftsOf,
} from './drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  claimDrafts('ada')
})

afterEach(() => {
  wipeDraftsOf(() => true)
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
  expect(localStorage.getItem('draft:ada:post')).toBeNull()
  vi.advanceTimersByTime(300)
  expect(localStorage.getItem('draft:ada:post')).toBe('Dear all')
})

it('keeps it at once when the page goes away, and brings it back', () => {
  const { unmount } = render(<Composer />)
  type('Dear all')
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  render(<Composer />)
  expect(box().value).toBe('Dear all')
  expect(localStorage.getItem('draft:ada:post')).toBe('Dear all')
})

it('is gone once it was sent', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  fireEvent.click(screen.getByText('Sent'))
  expect(box().value).toBe('')
  expect(localStorage.getItem('draft:ada:post')).toBeNull()
})

it('stays for the same member and is not shown to another', () => {
  render(<Composer />)
  type('Dear all')
  act(() => claimDrafts('ada'))
  expect(box().value).toBe('Dear all')
  act(() => claimDrafts('ben'))
  expect(box().value).toBe('')
  type('Of Ben')
  vi.advanceTimersByTime(300)
  expect(localStorage.getItem('draft:ben:post')).toBe('Of Ben')
  expect(localStorage.getItem('draft:ada:post')).toBe('Dear all')
})

it('is kept and sent in no other name where another member comes in another tab', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  const change = (key: string, newValue: string) => {
    localStorage.setItem(key, newValue)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  }
  const attempt = attemptKey('post', 'Dear all')
  change('draft:ben:post', 'Of Ben')
  change('sent-draft:ben:post', 'his Dear all')
  expect(box().value).toBe('Dear all')
  expect(attemptKey('post', 'Dear all')).toBe(attempt)
  fireEvent.click(screen.getByText('Sent'))
  expect(localStorage.getItem('draft:ben:post')).toBe('Of Ben')
  // It is Ada's tab, and nothing of hers is unsent.
  expect(hasDrafts()).toBe(false)
})

it('goes with the attempt to send it where its member is gone, and stays where they are not', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  attemptKey('post', 'Dear all')
  const keys = () => Object.keys(localStorage).toSorted()
  const before = keys()
  // As versions before kept it.
  localStorage.setItem('draft:post', 'Of nobody')
  wipeDraftsOf((owner) => owner !== 'ada')
  expect(keys()).toEqual(before)
  wipeDraftsOf((owner) => owner === 'ada')
  expect(keys()).toEqual(before.filter((key) => !key.endsWith('post')))
})

it('is wiped as its member signs out, and not as another does, in this tab or in another', () => {
  claimDrafts('ben')
  render(<Composer />)
  type('Of Ben')
  vi.advanceTimersByTime(300)
  act(() => claimDrafts('ada'))
  type('Dear all')
  attemptKey('post', 'Dear all')
  const tell = (newValue: string) =>
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: DRAFTS_WIPED_KEY, newValue }))
    })
  tell('ben')
  expect(box().value).toBe('Dear all')
  vi.advanceTimersByTime(300)
  expect(localStorage.getItem('draft:ada:post')).toBe('Dear all')
  const told = vi.spyOn(Storage.prototype, 'setItem')
  act(() => void wipeDraftsOf((owner) => owner === 'ada'))
  expect(told).toHaveBeenCalledWith(DRAFTS_WIPED_KEY, 'ada')
  expect(Object.keys(localStorage)).toEqual(['draft:ben:post'])
  expect(box().value).toBe('')
})

it('is not written any more after another tab signed out', () => {
  render(<Composer />)
  type('Dear all')
  act(() => {
    const key = DRAFTS_WIPED_KEY
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'ada' }))
  })
  vi.advanceTimersByTime(1_000)
  expect(localStorage.getItem('draft:ada:post')).toBeNull()
  expect(box().value).toBe('')
})

it('shows what another tab wrote, or sent', () => {
  render(<Composer />)
  type('Dear all')
  vi.advanceTimersByTime(300)
  const tell = () =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'draft:ada:post' })))
  localStorage.setItem('draft:ada:post', 'Dear friends')
  tell()
  expect(box().value).toBe('Dear friends')
  localStorage.removeItem('draft:ada:post')
  tell()
  expect(box().value).toBe('')
})
