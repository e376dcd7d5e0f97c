import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Popover } from './popover.tsx'

describe('Popover', () => {
  it('is opened by its button, named, and left by Esc, giving the focus back', async () => {
    render(<Reactions />)
    const trigger = () => screen.getByRole('button', { name: 'React' })
    await userEvent.click(trigger())
    expect(screen.getByRole('dialog', { name: 'Reactions' }).textContent).toBe('👍')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(trigger()))
  })
})

function Reactions() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label="Reactions"
      trigger={<button type="button">React</button>}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      <button type="button">👍</button>
    </Popover>
  )
}
