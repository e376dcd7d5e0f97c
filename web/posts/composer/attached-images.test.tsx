import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ada, createTestApp, homeReplies } from '../../app/test-app.tsx'
import { createFakeServer } from '../../platform/fake-server.ts'
import { storeToken } from '../../platform/token-store.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  const createObjectURL = ({ name }: File) => `blob:${name}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }))
  vi.stubGlobal('fetch', createFakeServer(homeReplies(ada)).fetch)
  storeToken('a-token', false)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.getByRole('button', { name })
const image = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

/** By the keyboard: the button has the focus. */
function press(name: string) {
  button(name).focus()
  fireEvent.click(button(name))
}

it('keep the focus when what was pressed goes away', async () => {
  render(createTestApp('/create-post').element)
  const text = await screen.findByLabelText('Your post')
  const images = [image('1.jpg'), image('2.jpg'), image('3.jpg')]
  fireEvent.change(screen.getByLabelText('Image'), { target: { files: images } })
  const first = screen.getByLabelText('Describe image 1 (optional)')
  await waitFor(() => expect(document.activeElement).toBe(first))
  const group = (name: string) => screen.getByRole('group', { name })
  const expectFocus = (element: () => HTMLElement) =>
    waitFor(() => expect(document.activeElement).toBe(element()))

  press('Move image 2 up')
  await expectFocus(() => group('Attached image 1'))
  expect(group('Attached image 1').querySelector('img')?.alt).toBe('Preview of 2.jpg')
  press('Remove image 3')
  await expectFocus(() => group('Attached image 2'))
  press('Remove image 1')
  await expectFocus(() => group('Attached image'))
  press('Remove image')
  await expectFocus(() => button('Add images'))
  fireEvent.change(text, { target: { value: 'https://tea.example/pot' } })
  press('No preview')
  await expectFocus(() => button('Add images'))
})
