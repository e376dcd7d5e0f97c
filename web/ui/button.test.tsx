import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { IconButton } from './icon-button.tsx'

describe('Button', () => {
  it('does not submit a form unless it says so', async () => {
    const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <Button>Cancel</Button>
        <Button type="submit">Send</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(submit).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(submit).toHaveBeenCalledOnce()
  })

  it('while busy keeps its name and the focus, and ignores presses and Enter', async () => {
    const press = vi.fn()
    const submit = vi.fn((event: React.SubmitEvent) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={submit}>
        <input aria-label="Text" />
        <Button type="submit" busy={busy} onClick={press}>
          Post
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button', { name: 'Post' })
    await userEvent.click(button)
    expect(press).toHaveBeenCalledOnce()

    rerender(form(true))
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    await userEvent.type(screen.getByRole('textbox'), '{Enter}')
    expect(press).toHaveBeenCalledOnce()
    expect(submit).toHaveBeenCalledOnce()
  })
})

describe('ButtonLink', () => {
  it('is a link', () => {
    render(<ButtonLink to="/friends">Find friends</ButtonLink>, { wrapper: MemoryRouter })
    expect(screen.getByRole('link', { name: 'Find friends' }).getAttribute('href')).toBe('/friends')
  })
})

describe('IconButton', () => {
  it('is named by its label, and shows it to those who come by keyboard', async () => {
    render(<IconButton label="Edit username" icon={<svg aria-hidden="true" />} />)
    expect(screen.queryByText('Edit username')).toBeNull()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit username' }))
    expect(await screen.findByText('Edit username')).toBeTruthy()
  })
})
