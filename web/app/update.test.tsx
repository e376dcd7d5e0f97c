import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimDrafts, useDraft, wipeDrafts } from '../platform/drafts.ts'
import { takeUpdate } from './update.ts'
import { UpdateOffer } from './update-offer.tsx'

afterEach(wipeDrafts)

function Draft() {
  const [text, setText] = useDraft('post-text')
  return <input aria-label="Draft" value={text} onChange={({ target }) => setText(target.value)} />
}

const offer = () => screen.queryByText('A new version is ready')

function update() {
  const reload = vi.fn()
  act(() => takeUpdate(reload))
  return reload
}

describe('a new version', () => {
  it('is taken by a reload when nothing is unsent', () => {
    render(<UpdateOffer />)
    expect(update()).toHaveBeenCalledOnce()
    expect(offer()).toBeNull()
  })

  it('waits for a draft, also one of another place and visit', () => {
    claimDrafts('ada')
    localStorage.setItem('draft:message-1', 'Half a thought')
    render(<UpdateOffer />)
    expect(update()).not.toHaveBeenCalled()
    expect(offer()).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    wipeDrafts()
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for what has just been typed', () => {
    render(<Draft />)
    fireEvent.change(screen.getByLabelText('Draft'), { target: { value: 'H' } })
    expect(update()).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText('Draft'), { target: { value: '' } })
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for a form that is kept nowhere', () => {
    const { unmount } = render(<input aria-label="Username" />)
    fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'Ada' } })
    expect(update()).not.toHaveBeenCalled()
    unmount()
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for whoever guards the page', () => {
    const guard = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    expect(update()).not.toHaveBeenCalled()
    window.removeEventListener('beforeunload', guard)
    expect(update()).toHaveBeenCalledOnce()
  })
})
