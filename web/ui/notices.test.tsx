import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Banner } from './banner.tsx'
import { ErrorState } from './error-state.tsx'
import { Page } from './page.tsx'
import { ProgressBar } from './progress-bar.tsx'

describe('what tells a member how things stand', () => {
  it('says an error at once and a success politely', () => {
    render(
      <>
        <Banner tone="error">Login failed. Please try again.</Banner>
        <Banner tone="success">Post created successfully!</Banner>
      </>,
    )
    expect(screen.getByRole('alert').textContent).toBe('Login failed. Please try again.')
    expect(screen.getByRole('status').textContent).toBe('Post created successfully!')
  })

  it('lets a banner be dismissed where that was provided for', async () => {
    const onDismiss = vi.fn()
    const { rerender } = render(<Banner tone="info">You are offline.</Banner>)
    expect(screen.queryByRole('button')).toBeNull()
    rerender(
      <Banner tone="info" onDismiss={onDismiss}>
        You are offline.
      </Banner>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(onDismiss).toHaveBeenCalledOnce()
  })

  it('offers another try after an error', async () => {
    const refetch = vi.fn()
    render(<ErrorState text="Failed to load posts" query={{ refetch, isFetching: false }} />)
    expect(screen.getByRole('alert').textContent).toContain('Failed to load posts')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('tells how far an upload is', () => {
    render(<ProgressBar label="Uploading image" value={0.4} />)
    const bar = screen.getByRole('progressbar', { name: 'Uploading image' })
    expect(bar.getAttribute('aria-valuenow')).toBe('40')
  })

  it('names the place in the heading and in the tab', () => {
    render(<Page title="Friends">people</Page>)
    expect(screen.getByRole('heading', { level: 1, name: 'Friends' })).toBeTruthy()
    expect(document.title).toBe('Friends · Snug')
  })
})
