import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { button, press, renderHome, resetHome } from './test-home.tsx'

afterEach(resetHome)

describe('the invite box', () => {
  function stageClipboard(writeText: (text: string) => Promise<void>) {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

  it('copies the address of the registration, and says so for two seconds', async () => {
    const writeText = vi.fn(async (_: string) => {})
    stageClipboard(writeText)
    renderHome({})
    await button('Copy Link')
    expect(screen.getByLabelText<HTMLInputElement>('Invite a friend').value).toBe(
      'https://snug.example.org/register',
    )
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(writeText).toHaveBeenCalledWith('https://snug.example.org/register')
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })

  it('leaves the address selected where nothing may be copied', async () => {
    const writeText = async () => Promise.reject(new Error('Not allowed'))
    stageClipboard(writeText)
    renderHome({})
    await press('Copy Link')
    const field = screen.getByLabelText<HTMLInputElement>('Invite a friend')
    await waitFor(() => expect(field.selectionEnd).toBe(field.value.length))
    expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull()
  })
})
