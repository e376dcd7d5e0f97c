import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Tooltip } from './tooltip.tsx'

describe('Tooltip', () => {
  it('explains a child that the keyboard reached, until Esc, and leaves the child its handlers', async () => {
    const focused = vi.fn()
    render(
      <Tooltip text="As everybody sees it">
        <button type="button" onFocus={focused}>
          Preview
        </button>
      </Tooltip>,
    )
    await userEvent.tab()
    expect(focused).toHaveBeenCalledOnce()
    await screen.findByText('As everybody sees it')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('As everybody sees it')).toBeNull())
  })

  it('comes with the mouse that rests, and goes with a press', async () => {
    render(
      <Tooltip text="As everybody sees it">
        <button type="button">Preview</button>
      </Tooltip>,
    )
    await userEvent.hover(screen.getByRole('button'))
    await screen.findByText('As everybody sees it')
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.queryByText('As everybody sees it')).toBeNull())
  })
})
