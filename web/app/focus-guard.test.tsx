import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/posts.ts'
import { errorReply } from '../platform/fake-server.ts'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { useFocusGuard } from './focus-guard.ts'
import { prepareOffline, resetOffline, text, visit } from './test-offline.ts'

afterEach(resetOffline)

const frames = (count: number) =>
  act(async () => {
    for (let frame = 0; frame < count; frame++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })

function Place({ isSaid = false }: { isSaid?: boolean }) {
  useFocusGuard()
  const [isThere, setIsThere] = useState(true)
  return (
    <main tabIndex={-1}>
      <section tabIndex={-1} aria-label="Card">
        {isThere && (
          <div>
            <button type="button" onClick={() => setIsThere(false)}>
              Dismiss
            </button>
          </div>
        )}
        {!isThere && isSaid && (
          <p ref={takeLostFocus} tabIndex={-1}>
            Done.
          </p>
        )}
      </section>
      <button type="button">Another</button>
      <button type="button" onClick={() => setIsThere(false)}>
        Later
      </button>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const card = () => screen.getByRole('region', { name: 'Card' })

it('what goes with its own press leaves the focus to what it stood in', async () => {
  render(<Place />)
  button('Dismiss').focus()
  fireEvent.click(button('Dismiss'))
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(document.activeElement).toBe(card()))
})

it('what hands on the focus by itself comes first, also later', async () => {
  const { rerender } = render(<Place />)
  button('Dismiss').focus()
  fireEvent.click(button('Dismiss'))
  button('Another').focus()
  await frames(4)
  expect(document.activeElement).toBe(button('Another'))
  rerender(<Place key="anew" />)
  button('Dismiss').focus()
  fireEvent.click(button('Dismiss'))
  await waitFor(() => expect(document.activeElement).toBe(card()))
  rerender(<Place key="anew" isSaid />)
  expect(document.activeElement).toBe(screen.getByText('Done.'))
})

it('what was lost a frame before is not what is handed on now', async () => {
  render(
    <>
      <Place />
      <div tabIndex={-1}>
        <Place />
      </div>
    </>,
  )
  const [first, second] = screen.getAllByRole('button', { name: 'Dismiss' })
  const [, card] = screen.getAllByRole('region', { name: 'Card' })
  first?.focus()
  first?.click()
  await frames(1)
  second?.focus()
  const focused: unknown[] = []
  const heard = new AbortController()
  const { signal } = heard
  document.addEventListener('focusin', ({ target }) => focused.push(target), { signal })
  fireEvent.click(second as HTMLElement)
  await waitFor(() => expect(document.activeElement).toBe(card))
  expect(focused).toEqual([card])
  heard.abort()
})

it('who let go of something before it went is left alone', async () => {
  render(<Place />)
  button('Dismiss').focus()
  await act(async () => button('Dismiss').blur())
  fireEvent.click(button('Later'))
  await frames(4)
  expect(document.activeElement).toBe(document.body)
})

it('nothing behind a dialog is given the focus', async () => {
  render(
    <>
      <Place />
      <div role="alertdialog" />
    </>,
  )
  button('Dismiss').focus()
  fireEvent.click(button('Dismiss'))
  await frames(4)
  expect(document.activeElement).toBe(document.body)
})

it('another try keeps one where one pressed it', async () => {
  await prepareOffline()
  visit('/', { 'GET /posts/friends': () => errorReply(500, 'internal_error', 'Oh.') })
  await text(MESSAGES.loadFailed)
  const again = button('Try again')
  again.focus()
  fireEvent.click(again)
  await waitFor(() => expect(again.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
