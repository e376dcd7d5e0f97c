import { render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, it, vi } from 'vitest'
import { CrashPage } from './crash-screen.tsx'

afterEach(() => vi.restoreAllMocks())

function Broken(): never {
  throw new Error('a bug of ours')
}

function visitBrokenPlace() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = createMemoryRouter([{ path: '/', Component: Broken, ErrorBoundary: CrashPage }])
  render(<RouterProvider router={router} />)
}

it('offers to load a page again that could not be drawn, and tells no secrets', async () => {
  visitBrokenPlace()
  expect((await screen.findByRole('alert')).textContent).toContain('It is our fault')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
  expect(screen.queryByText(/a bug of ours/)).toBeNull()
})

it('takes no blame for the network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  visitBrokenPlace()
  expect((await screen.findByRole('alert')).textContent).toContain('You are offline')
})
