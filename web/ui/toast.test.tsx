import { act, fireEvent, render, renderHook, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ToastProvider, useToast } from './toast.tsx'
import { ClearOfControls } from './toast-placement.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('toasts', () => {
  it('say success politely and trouble at once', () => {
    const toast = renderToaster()
    act(() => toast.success('Friend request sent!'))
    act(() => toast.alert('Failed to add comment'))
    expect(within(screen.getByRole('status')).getByText('Friend request sent!')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('Failed to add comment')
  })

  it('are at most three, the newest', () => {
    const toast = renderToaster()
    act(() => {
      for (const text of ['one', 'two', 'three', 'four']) toast.success(text)
    })
    expect(shown()).toEqual(['two', 'three', 'four'])
  })

  it('take the place of what was said about the same', () => {
    const toast = renderToaster()
    act(() => toast.success('Your profile is now private.', 'privacy'))
    act(() => toast.success('Copied!'))
    act(() => toast.success('Your profile is now public.', 'privacy'))
    expect(shown()).toEqual(['Copied!', 'Your profile is now public.'])
  })

  it('go when dismissed', () => {
    const toast = renderToaster()
    act(() => toast.success('Copied!'))
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(shown()).toEqual([])
  })

  it('leave by themselves, one by one, trouble later than success', () => {
    const toast = renderToaster()
    act(() => toast.alert('Failed to add vibe'))
    act(() => toast.success('one'))
    act(() => vi.advanceTimersByTime(3_000))
    act(() => toast.success('two'))
    act(() => vi.advanceTimersByTime(2_000))
    expect(shown()).toEqual(['two', 'Failed to add vibe'])
    act(() => vi.advanceTimersByTime(5_000))
    expect(shown()).toEqual([])
  })

  it('stay while the member points at one or is in one', () => {
    const toast = renderToaster()
    act(() => toast.success('Read me'))
    const text = screen.getByText('Read me')
    fireEvent.pointerEnter(text)
    act(() => vi.advanceTimersByTime(60_000))
    expect(shown()).toEqual(['Read me'])
    fireEvent.pointerLeave(text)
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
    act(() => vi.advanceTimersByTime(60_000))
    expect(shown()).toEqual(['Read me'])
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
    act(() => vi.advanceTimersByTime(5_000))
    expect(shown()).toEqual([])
  })
})

describe('a toast that is dismissed with the focus in it', () => {
  const dismissButtons = () => screen.getAllByRole('button', { name: 'Dismiss' })
  const dismissFirst = () => {
    const [button] = dismissButtons()
    act(() => button?.focus())
    fireEvent.click(button as HTMLElement)
  }

  it('gives it back, and lets those after it leave', () => {
    const field = document.body.appendChild(document.createElement('input'))
    onTestFinished(() => field.remove())
    const toast = renderToaster()
    field.focus()
    act(() => toast.success('one'))
    act(() => toast.success('two'))
    // On its way it came past the other.
    act(() => dismissButtons()[1]?.focus())
    dismissFirst()
    expect(document.activeElement).toBe(field)
    act(() => vi.advanceTimersByTime(5_000))
    expect(shown()).toEqual([])
    act(() => toast.success('three'))
    dismissFirst()
    expect(document.activeElement).toBe(field)
    act(() => toast.success('four'))
    act(() => vi.advanceTimersByTime(5_000))
    expect(shown()).toEqual([])
  })

  it('gives it to the page where what had it is gone', () => {
    const main = document.body.appendChild(document.createElement('main'))
    onTestFinished(() => main.remove())
    main.tabIndex = -1
    const field = main.appendChild(document.createElement('input'))
    const toast = renderToaster()
    field.focus()
    act(() => toast.success('one'))
    act(() => dismissButtons()[0]?.focus())
    field.remove()
    dismissFirst()
    expect(document.activeElement).toBe(main)
  })

  it('does not take it from where it went since', () => {
    const fields = [1, 2].map(() => document.body.appendChild(document.createElement('input')))
    onTestFinished(() => {
      for (const field of fields) field.remove()
    })
    const toast = renderToaster()
    fields[0]?.focus()
    act(() => toast.success('one'))
    act(() => dismissButtons()[0]?.focus())
    act(() => fields[1]?.focus())
    act(() => vi.advanceTimersByTime(5_000))
    expect(shown()).toEqual([])
    expect(document.activeElement).toBe(fields[1])
  })
})

it('a toast stands not where the one before had to', () => {
  const stack = document.createElement('div')
  stack.getBoundingClientRect = () => rectAt(440 - Number(stack.dataset.lift ?? 0), 60)
  document.elementFromPoint = () => null
  const button = document.body.appendChild(document.createElement('button'))
  button.getBoundingClientRect = () => rectAt(450, 50)
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'elementFromPoint')
    button.remove()
  })
  const show = () => {
    stack.replaceChildren(document.createElement('p'))
    stack.firstElementChild?.setAttribute('data-toast', '')
    return render(<ClearOfControls stack={{ current: stack }} />)
  }
  const first = show()
  expect(stack.dataset.lift).toBe('54')
  first.unmount()
  button.remove()
  show()
  expect(stack.dataset.lift).toBe('0')
})

const rectAt = (top: number, height: number) => new DOMRect(0, top, 100, height)

type Toaster = ReturnType<typeof useToast>

function renderToaster(): Toaster {
  return renderHook(useToast, { wrapper: ToastProvider }).result.current
}

function shown(): (string | null)[] {
  return screen.queryAllByRole('paragraph').map((text) => text.textContent)
}
