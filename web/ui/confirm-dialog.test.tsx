import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

describe('ConfirmDialog', () => {
  it('asks its sentence, and does nothing when cancelled', async () => {
    const onConfirm = vi.fn(async () => {})
    render(<DeletePost onConfirm={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }))
    expect(question()).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await expectClosed()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('stays, busy, until the act is done, then closes and returns the focus', async () => {
    const act = Promise.withResolvers<void>()
    const onConfirm = vi.fn(() => act.promise)
    render(<DeletePost onConfirm={onConfirm} />)
    await openAndConfirm()
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-busy')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(question()).toBeTruthy()
    expect(onConfirm).toHaveBeenCalledOnce()

    act.resolve()
    await expectClosed()
    const opener = screen.getByRole('button', { name: 'Delete post' })
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('gives the focus to where it is told, when what opened it is gone', async () => {
    render(<LastPost />)
    await openAndConfirm()
    await expectClosed()
    expect(screen.queryByRole('button', { name: 'Delete post' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('No posts')))
  })

  it.each(['Escape', 'Enter'])('gives the focus to what its button stood in (%s)', async (key) => {
    render(<HoverBar />)
    act(() => screen.getByRole('listitem').focus())
    await userEvent.click(screen.getByRole('button', { name: 'Report' }))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
    await userEvent.keyboard(`{${key}}`)
    await expectClosed()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem')))
  })

  it('shows why the act failed, lets it be tried again, and forgets when left', async () => {
    const onConfirm = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('Failed to delete post'))
      .mockRejectedValueOnce(new Error('You are offline'))
    render(<DeletePost onConfirm={onConfirm} />)
    await openAndConfirm()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete post')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('You are offline')).toBeTruthy()

    await userEvent.keyboard('{Escape}')
    await expectClosed()
    await userEvent.click(screen.getByRole('button', { name: 'Delete post' }))
    expect(question()).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('A question with a field', () => {
  it('is answered by Enter, once, and sends no form around it', async () => {
    const act = Promise.withResolvers<void>()
    const onConfirm = vi.fn(() => act.promise)
    const onOuterSubmit = vi.fn()
    render(<Rename onConfirm={onConfirm} onOuterSubmit={onOuterSubmit} />)
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await userEvent.type(screen.getByLabelText('Title'), 'Lunch{Enter}{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')

    act.resolve()
    await expectClosed()
    expect(onOuterSubmit).not.toHaveBeenCalled()
  })

  it('is not answered by an Enter that is held or chooses a word, nor in a field with nothing in it', async () => {
    const onConfirm = vi.fn(async () => {})
    render(<Rename onConfirm={onConfirm} onOuterSubmit={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    const title = screen.getByLabelText('Title')
    await userEvent.type(title, '{Enter}')
    await userEvent.type(title, 'Lunch')
    fireEvent.keyDown(title, { key: 'Enter', repeat: true })
    fireEvent.keyDown(title, { key: 'Enter', keyCode: 229 })
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('leaves Enter to a longer text', async () => {
    const onConfirm = vi.fn(async () => {})
    render(<Rename onConfirm={onConfirm} onOuterSubmit={onConfirm} />)
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    const words = screen.getByLabelText<HTMLTextAreaElement>('Why?')
    await userEvent.type(words, 'One{Enter}two')
    expect(words.value).toBe('One\ntwo')
    expect(onConfirm).not.toHaveBeenCalled()
  })
})

interface RenameProps {
  onConfirm: () => Promise<void>
  onOuterSubmit: () => void
}

function Rename({ onConfirm, onOuterSubmit }: RenameProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <form onSubmit={onOuterSubmit}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Rename
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        sentence="What is it called?"
        confirmLabel="Save"
        onConfirm={onConfirm}
        describeError={String}
      >
        <label>
          Title <input />
        </label>
        <label>
          Why? <textarea />
        </label>
      </ConfirmDialog>
    </form>
  )
}

function DeletePost({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Delete post
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        sentence="Delete this post?"
        confirmLabel="Delete"
        isDanger
        onConfirm={onConfirm}
        describeError={(error) => (error instanceof Error ? error.message : 'unknown')}
      />
    </>
  )
}

function LastPost() {
  const list = useRef<HTMLParagraphElement>(null)
  const [isThere, setIsThere] = useState(true)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {isThere && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Delete post
        </button>
      )}
      <p ref={list} tabIndex={-1}>
        No posts
      </p>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        sentence="Delete this post?"
        confirmLabel="Delete"
        onConfirm={async () => setIsThere(false)}
        describeError={() => 'unknown'}
        returnFocus={() => list.current}
      />
    </>
  )
}

function question() {
  return screen.getByRole('alertdialog', { name: 'Delete this post?' })
}

async function openAndConfirm() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete post' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
}

async function expectClosed() {
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

/** Its bar shows by focus alone. */
function HoverBar() {
  const [isShown, setIsShown] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ul>
        <li
          tabIndex={-1}
          onFocus={() => !isOpen && setIsShown(true)}
          onBlur={({ currentTarget, relatedTarget }) =>
            !currentTarget.contains(relatedTarget) && setIsShown(false)
          }
        >
          {isShown && (
            <button type="button" onClick={() => setIsOpen(true)}>
              Report
            </button>
          )}
        </li>
      </ul>
      {isOpen && (
        <ConfirmDialog
          isOpen
          onClose={() => setIsOpen(false)}
          sentence="Delete this post?"
          confirmLabel="Delete"
          onConfirm={async () => {}}
          describeError={String}
        />
      )}
    </>
  )
}
