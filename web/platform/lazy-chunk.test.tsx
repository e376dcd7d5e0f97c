import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { optionalChunk } from './lazy-chunk.ts'
import { parts } from './load-chunk.ts'

type Chunk = { Part: () => string }

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  parts.isGone = false
})

it('leaves the page under the hand where a part does not come that nobody asked for', async () => {
  // The server is there again, and the browser remembers that the part was not.
  vi.stubGlobal('fetch', async () => new Response())
  const gone = () => Promise.reject<Chunk>(new TypeError('Failed to fetch'))
  const Optional = optionalChunk(gone, 'Part')
  render(
    <>
      <p role="alertdialog">Are you sure?</p>
      <Suspense>
        <Optional />
      </Suspense>
    </>,
  )
  await vi.waitFor(() => expect(parts.isGone).toBe(true))
  expect(screen.getByText('Are you sure?')).toBeTruthy()
})
