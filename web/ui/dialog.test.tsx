import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

let place = 0

beforeEach(() => {
  history.pushState(null, '', `/place-${++place}`)
})

/** What opens its dialog is there only while it has the focus. */
function Row() {
  const [isOpen, setIsOpen] = useState(false)
  const [isAtHand, setIsAtHand] = useState(true)
  return (
    <main tabIndex={-1}>
      <section tabIndex={-1} aria-label="Row" onBlur={() => setIsAtHand(false)}>
        {isAtHand && <Button onClick={() => setIsOpen(true)}>Open</Button>}
      </section>
      <Dialog isOpen={isOpen} title="Create a Space" onClose={() => setIsOpen(false)} />
    </main>
  )
}

describe('Dialog', () => {
  it('is named and described, takes the focus into its first entry and gives it back', async () => {
    render(<Opener description="A room for one theme." />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await userEvent.click(opener)
    const dialog = screen.getByRole('dialog', { name: 'Create a Space' })
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('A room for one theme.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))

    await userEvent.keyboard('{Escape}')
    await expectClosed()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('gives the focus to what its opener stood in, where that is gone', async () => {
    render(<Row />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await expectClosed()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Row')))
  })

  it.each([
    ['Delete', 'alertdialog', 'Cancel'],
    ['Report', 'dialog', 'Close'],
  ])('leaves the focus to what it opens, which gives it back (%s)', async (act, role, leave) => {
    const endAnimations = holdAnimations()
    render(<Sheet />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(await screen.findByRole('button', { name: act }))
    const next = await screen.findByRole(role, { name: `${act} it?` })
    await waitFor(() => expect(next.contains(document.activeElement)).toBe(true))
    endAnimations()
    await waitFor(() => expect(screen.queryByText('Actions')).toBeNull())
    await new Promise(requestAnimationFrame)
    expect(next.contains(document.activeElement)).toBe(true)

    await userEvent.click(screen.getByRole('button', { name: leave }))
    await waitFor(() => expect(next.isConnected).toBe(false))
    const opener = screen.getByRole('button', { name: 'Open' })
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('closes by its close button', async () => {
    render(<Opener />)
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await expectClosed()
  })
})

describe('the back button', () => {
  it('closes the dialog and stays at the place, unseen by the router', async () => {
    const navigations = recordNavigations()
    render(<Opener />)
    await open()
    history.back()
    await expectClosed()
    expect(location.pathname).toBe(`/place-${place}`)
    expect(navigations).toEqual([])

    history.back()
    await waitFor(() => expect(navigations).toHaveLength(1))
    expect(location.pathname).not.toBe(`/place-${place}`)
  })

  it('leaves the place when the dialog was closed otherwise', async () => {
    render(<Opener />)
    await open()
    await userEvent.keyboard('{Escape}')
    await expectClosed()
    await waitFor(() => expect(history.state).toBeNull())
    history.back()
    await waitFor(() => expect(location.pathname).not.toBe(`/place-${place}`))
  })

  it('closes one dialog at a time', async () => {
    render(
      <Opener>
        <Opener name="inner" title="Choose a colour" />
      </Opener>,
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Open inner' }))
    await waitFor(() => expect(history.state.dialogDepth).toBe(2))
    history.back()
    await waitFor(() => expect(screen.queryByText('Choose a colour')).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Create a Space' })).toBeTruthy()
    history.back()
    await expectClosed()
  })

  it('closes the second of two dialogs that follow each other', async () => {
    render(<Wizard />)
    await userEvent.click(screen.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(history.state?.dialogDepth).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Second')
    history.back()
    await expectClosed()
    expect(location.pathname).toBe(`/place-${place}`)
  })

  it('is asked again by a dialog that would not close', async () => {
    render(<Stubborn />)
    await waitFor(() => expect(history.state?.dialogDepth).toBe(1))
    history.back()
    await screen.findByText('asked 1')
    await waitFor(() => expect(history.state?.dialogDepth).toBe(1))
    history.back()
    await screen.findByText('asked 2')
    expect(location.pathname).toBe(`/place-${place}`)
  })

  it('lets a link that replaces take the entry of the dialog', async () => {
    render(<Opener />)
    await open()
    history.replaceState(null, '', '/friends')
    await userEvent.keyboard('{Escape}')
    await expectClosed()
    history.back()
    await waitFor(() => expect(location.pathname).toBe(`/place-${place}`))
  })

  it('is left to the router by a dialog with its own URL', async () => {
    const navigations = recordNavigations()
    render(<Dialog isOpen onClose={() => {}} title="Chat" hasOwnUrl />)
    history.back()
    await waitFor(() => expect(navigations).toHaveLength(1))
  })
})

/** What is chosen in it is asked about. */
function Sheet() {
  const [open, setOpen] = useState<'actions' | 'delete' | 'report'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('actions')}>Open</Button>
      <Dialog isOpen={open === 'actions'} title="Actions" onClose={close}>
        <Button onClick={() => setOpen('delete')}>Delete</Button>
        <Button onClick={() => setOpen('report')}>Report</Button>
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        sentence="Delete it?"
        confirmLabel="Delete"
        onConfirm={async () => {}}
        describeError={String}
      />
      <Dialog isOpen={open === 'report'} title="Report it?" onClose={close} />
    </>
  )
}

interface OpenerProps {
  name?: string
  title?: string
  description?: string
  children?: ReactNode
}

function Opener({ name = '', title = 'Create a Space', description, children }: OpenerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open {name}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={title}
        description={description}
      >
        <input aria-label="Name" />
        {children}
      </Dialog>
    </>
  )
}

function Wizard() {
  const [step, setStep] = useState(0)
  return (
    <>
      <Button onClick={() => setStep(1)}>Start</Button>
      <Dialog isOpen={step === 1} onClose={() => setStep(0)} title="First">
        <Button onClick={() => setStep(2)}>Next</Button>
      </Dialog>
      <Dialog isOpen={step === 2} onClose={() => setStep(0)} title="Second" />
    </>
  )
}

function Stubborn() {
  const [asked, setAsked] = useState(0)
  return <Dialog isOpen onClose={() => setAsked(asked + 1)} title={`asked ${asked}`} />
}

/** What leaves the screen stays on it until this is called. */
function holdAnimations(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(HTMLElement.prototype, { getAnimations: () => [{ finished: promise }] })
  return () => {
    Reflect.deleteProperty(HTMLElement.prototype, 'getAnimations')
    resolve()
  }
}

/** What a router would hear; it listens on window without capture. */
function recordNavigations(): string[] {
  const heard: string[] = []
  const listen = () => heard.push(location.pathname)
  window.addEventListener('popstate', listen, { once: true })
  return heard
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(history.state?.dialogDepth).toBe(1))
}

async function expectClosed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
