import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'

describe('Menu', () => {
  it('is opened, walked and used by keyboard, and gives the focus back', async () => {
    const edit = vi.fn()
    const remove = vi.fn()
    render(
      <Menu
        label="Post options"
        items={[
          { label: 'Edit', onSelect: edit },
          { label: 'Delete', isDanger: true, onSelect: remove },
        ]}
      />,
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const first = await screen.findByRole('menuitem', { name: 'Edit' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(remove).toHaveBeenCalledOnce()
    expect(edit).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const trigger = screen.getByRole('button', { name: 'Post options' })
    await waitFor(() => expect(document.activeElement).toBe(trigger))
  })

  it('is opened by an arrow key at the first press, on its first act', async () => {
    const edit = vi.fn()
    render(<Menu label="Post options" items={[{ label: 'Edit', onSelect: edit }]} />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    const item = await screen.findByRole('menuitem', { name: 'Edit' })
    await waitFor(() => expect(document.activeElement).toBe(item))
    await userEvent.keyboard('{Enter}')
    expect(edit).toHaveBeenCalledOnce()
  })

  it('hands over to a dialog, which gives the focus back to its button', async () => {
    render(<EditBehindMenu />)
    await userEvent.click(screen.getByRole('button', { name: 'Post options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Edit post' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Text')))
    await userEvent.keyboard('{Escape}')
    const trigger = await screen.findByRole('button', { name: 'Post options' })
    await waitFor(() => expect(document.activeElement).toBe(trigger))
  })
})

function EditBehindMenu() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button">Create</button>
      <Menu label="Post options" items={[{ label: 'Edit', onSelect: () => setIsOpen(true) }]} />
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Edit post">
        <input aria-label="Text" />
      </Dialog>
    </>
  )
}
