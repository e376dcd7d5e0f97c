import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { LazyDialog } from './lazy-dialog.tsx'

interface PanelProps {
  isOpen: boolean
}
type Chunk = { Panel: ComponentType<PanelProps> }

function PanelOnceFetched({ isOpen }: PanelProps) {
  return isOpen ? 'open' : 'closed'
}

/** A page with a panel that is fetched when it is opened. */
function Page({ Panel }: Chunk) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <LazyDialog isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Panel isOpen={isOpen} />
      </LazyDialog>
    </>
  )
}

/** `heard`: the keys that what lies behind is told of. */
function showPage() {
  const { promise, resolve } = Promise.withResolvers<Chunk>()
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  onTestFinished(() => document.removeEventListener('keydown', heard))
  render(<Page Panel={lazyChunk(() => promise, 'Panel')} />)
  return {
    heard,
    arrive: () => resolve({ Panel: PanelOnceFetched }),
    open: () => userEvent.click(screen.getByRole('button')),
  }
}

it('is called off by Esc while it is being fetched, and by nothing else', async () => {
  const { heard, arrive, open } = showPage()
  await open()
  await userEvent.keyboard('a')
  expect(heard).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  // What it would have opened over does not hear of it.
  expect(heard).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  expect(heard).toHaveBeenCalledTimes(2)
  arrive()
  expect(await screen.findByText('closed')).toBeTruthy()
  await open()
  expect(await screen.findByText('open')).toBeTruthy()
})

it('opens when it comes, and leaves Esc to the dialog from then on', async () => {
  const { heard, arrive, open } = showPage()
  await open()
  arrive()
  expect(await screen.findByText('open')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(heard).toHaveBeenCalledOnce()
})
