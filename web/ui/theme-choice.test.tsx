import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ThemeChoice } from './theme-choice.tsx'

const root = document.documentElement

beforeEach(() => {
  delete root.dataset.theme
  document.head.innerHTML =
    '<meta name="theme-color" data-scheme="light"><meta name="theme-color" data-scheme="dark">'
})

describe('choosing a theme', () => {
  it('shows it at once, keeps it, and follows the system again when asked', async () => {
    render(<ThemeChoice />)
    await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
    expect(root.dataset.theme).toBe('dark')
    expect(localStorage.getItem('snug.theme')).toBe('dark')
    expect(browserBar()).toEqual(['not all', 'all'])
    expect(pressed()).toEqual(['Dark'])

    await userEvent.click(screen.getByRole('button', { name: 'System' }))
    expect(root.dataset.theme).toBeUndefined()
    expect(localStorage.getItem('snug.theme')).toBeNull()
    expect(browserBar()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
    expect(pressed()).toEqual(['System'])
  })

  it('works where storage is blocked', async () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    render(<ThemeChoice />)
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    expect(root.dataset.theme).toBe('light')
    blocked.mockRestore()
  })

  it('follows another tab', () => {
    render(<ThemeChoice />)
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'snug.theme', newValue: 'dark' }))
    })
    expect(root.dataset.theme).toBe('dark')
    expect(pressed()).toEqual(['Dark'])
  })
})

describe('boot.js', () => {
  const boot = new Function(readFileSync(join(import.meta.dirname, '../public/boot.js'), 'utf8'))

  it('applies the kept theme', () => {
    localStorage.setItem('snug.theme', 'dark')
    boot()
    expect(root.dataset.theme).toBe('dark')
    expect(browserBar()).toEqual(['not all', 'all'])
  })

  it('leaves the system its say without one, or with nonsense', () => {
    boot()
    expect(root.dataset.theme).toBeUndefined()
    localStorage.setItem('snug.theme', 'sepia')
    boot()
    expect(root.dataset.theme).toBeUndefined()
  })

  it('takes a key that is pressed nowhere', () => {
    boot()
    const onError = vi.fn((event: Event) => event.preventDefault())
    window.addEventListener('error', onError)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }))
    window.removeEventListener('error', onError)
    expect(onError).not.toHaveBeenCalled()
  })
})

function pressed(): (string | null)[] {
  return screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)
}

function browserBar(): string[] {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  return Array.from(metas, (meta) => meta.media)
}
