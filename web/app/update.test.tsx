import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { claimDrafts, useDraft, wipeDraftsOf } from '../platform/drafts.ts'
import { createFakeServer } from '../platform/fake-server.ts'
import { parts } from '../platform/load-chunk.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { applyUpdate, registerServiceWorker } from './update.ts'
import { UpdatePrompt } from './update-prompt.tsx'

afterEach(async () => {
  vi.unstubAllGlobals()
  await outbox.wipeOf(() => true)
  wipeDraftsOf(() => true)
  parts.isGone = false
})

function Draft() {
  const [text, setText] = useDraft('post-text')
  return <input aria-label="Draft" value={text} onChange={({ target }) => setText(target.value)} />
}

const GOOD_MOMENTS = [
  ['is hidden', hide],
  ['shows another place', () => fireEvent.click(screen.getByRole('link', { name: 'Friends' }))],
] as const

const offer = () => screen.queryByText('A new version is ready')

function visit() {
  const reload = vi.fn()
  render(
    <MemoryRouter>
      <Link to="/friends">Friends</Link>
      <UpdatePrompt reload={reload} />
    </MemoryRouter>,
  )
  return reload
}

function hide() {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function update() {
  const reload = vi.fn()
  act(() => applyUpdate(reload))
  return reload
}

describe('a new version', () => {
  it('is taken by a reload when nothing is unsent', () => {
    visit()
    expect(update()).toHaveBeenCalledOnce()
    expect(offer()).toBeNull()
  })

  it('waits for a draft, also one of another place and visit', () => {
    claimDrafts('ada')
    localStorage.setItem('draft:ada:message-1', 'Half a thought')
    visit()
    expect(update()).not.toHaveBeenCalled()
    expect(offer()).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    wipeDraftsOf(() => true)
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for what has just been typed', () => {
    render(<Draft />)
    fireEvent.change(screen.getByLabelText('Draft'), { target: { value: 'H' } })
    expect(update()).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText('Draft'), { target: { value: '' } })
    expect(update()).toHaveBeenCalledOnce()
  })

  it.each(GOOD_MOMENTS)(
    'that waits is taken when the page %s and nothing is unsent any more',
    (_, comes) => {
      claimDrafts('ada')
      localStorage.setItem('draft:ada:message-1', 'Half a thought')
      const reload = visit()
      expect(update()).not.toHaveBeenCalled()
      comes()
      expect(reload).not.toHaveBeenCalled()
      expect(offer()).toBeTruthy()
      wipeDraftsOf(() => true)
      expect(reload).not.toHaveBeenCalled()
      comes()
      expect(reload).toHaveBeenCalledOnce()
      expect(offer()).toBeNull()
    },
  )

  it('does not wait for a search', () => {
    render(<input type="search" aria-label="Search" />)
    fireEvent.input(screen.getByLabelText('Search'), { target: { value: 'Ben' } })
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for what is not sent yet', async () => {
    vi.stubGlobal('fetch', createFakeServer({ 'POST /posts/1/comments': () => 'no answer' }).fetch)
    await outbox.claim('ada')
    const fields = { text: 'Half a thought' }
    const place = { queryKey: ['comments', '1'], path: '/posts/1/comments' }
    await outbox.add({ id: 'k-1', owner: 'ada', ...place, fields })
    visit()
    expect(update()).not.toHaveBeenCalled()
    expect(offer()).toBeTruthy()
    await act(() => outbox.discard('k-1'))
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for a form that is kept nowhere', () => {
    const { unmount } = render(<input aria-label="Username" />)
    fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'Ada' } })
    expect(update()).not.toHaveBeenCalled()
    unmount()
    expect(update()).toHaveBeenCalledOnce()
  })

  it.each(['dialog', 'alertdialog', 'menu'])('waits for an open %s', (role) => {
    const { unmount } = render(<div role={role} />)
    expect(update()).not.toHaveBeenCalled()
    unmount()
    expect(update()).toHaveBeenCalledOnce()
  })

  it('waits for whoever guards the page', () => {
    const guard = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    expect(update()).not.toHaveBeenCalled()
    window.removeEventListener('beforeunload', guard)
    expect(update()).toHaveBeenCalledOnce()
  })
})

describe('a part of the page that did not come', () => {
  it.each(GOOD_MOMENTS)(
    'is fetched by a reload when the page %s and nothing is open',
    (_, comes) => {
      const reload = visit()
      const { unmount } = render(<div role="alertdialog" />)
      parts.isGone = true
      comes()
      expect(reload).not.toHaveBeenCalled()
      unmount()
      expect(reload).not.toHaveBeenCalled()
      comes()
      expect(reload).toHaveBeenCalledOnce()
      expect(offer()).toBeNull()
    },
  )
})

describe('the service worker', () => {
  function install(controller: object | null) {
    const active = { postMessage: vi.fn() }
    const registration = { active, update: async () => {} }
    const serviceWorker = {
      controller,
      addEventListener: () => {},
      register: vi.fn(async () => registration),
      ready: Promise.resolve(registration),
    }
    vi.stubGlobal('navigator', { serviceWorker })
    registerServiceWorker()
    return { active, serviceWorker }
  }

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is asked to take over a page that it left out', async () => {
    const { active } = install(null)
    await vi.waitFor(() => expect(active.postMessage).toHaveBeenCalledOnce())
  })

  it('is left alone by a page that it has', async () => {
    const { active, serviceWorker } = install({})
    await vi.waitFor(() =>
      expect(serviceWorker.register).toHaveBeenCalledWith('/service-worker.js'),
    )
    await serviceWorker.ready
    // After whatever it still does at once.
    await new Promise(setImmediate)
    expect(active.postMessage).not.toHaveBeenCalled()
  })
})
