import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EmojiPicker } from './emoji-picker.tsx'

beforeEach(() => {
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => vi.unstubAllGlobals())

const emoji = (name: string, label: string) => ({
  ...{ emoji: name, label, category: 0, version: 1, tags: [], countryFlag: undefined },
  skins: undefined,
})

it('says which emoji the arrow keys have come to, while the focus stays in the search', async () => {
  const chosen = vi.fn()
  const data = {
    ...{ locale: 'en' as const, skinTones: { dark: '', light: '', medium: '' } as never },
    categories: [{ index: 0, label: 'Smileys' }],
    emojis: [emoji('😀', 'Grinning face'), emoji('🫖', 'Teapot')],
  }
  render(<EmojiPicker data={data} onChoose={chosen} />)
  const search = screen.getByRole('searchbox')
  const said = screen.getByRole('status')
  await act(async () => search.focus())
  await waitFor(() => {
    fireEvent.keyDown(search, { key: 'ArrowDown' })
    expect(said.textContent).toBe('Grinning face')
  })
  fireEvent.keyDown(search, { key: 'ArrowRight' })
  await waitFor(() => expect(said.textContent).toBe('Teapot'))
  expect(document.activeElement).toBe(search)
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(chosen).toHaveBeenCalledWith('🫖')
})
