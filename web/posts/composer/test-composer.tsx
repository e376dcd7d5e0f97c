import { fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { ada, createTestApp, homeReplies } from '../../app/test-app.tsx'
import { createFakeServer } from '../../platform/fake-server.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { storeToken } from '../../platform/token-store.ts'

function createObjectURL(file: File) {
  return `blob:${file.name}`
}

export async function visit(replies: Parameters<typeof createFakeServer>[0] = {}) {
  vi.stubGlobal('fetch', createFakeServer({ ...homeReplies(ada), ...replies }).fetch)
  const { element, router } = createTestApp('/create-post')
  render(element)
  await screen.findByLabelText('Your post')
  return router
}

export const imageFile = (name = 'stove.jpg', type = 'image/jpeg') =>
  new File(['x'], name, { type })

export const area = () => screen.getByLabelText<HTMLTextAreaElement>('Your post')

export const description = () => screen.getByLabelText<HTMLTextAreaElement>(/^Describe the image/)

export const button = (name: string) => screen.getByRole('button', { name })

export const write = (text: string) => fireEvent.change(area(), { target: { value: text } })

export const describeAs = (text: string) =>
  fireEvent.change(description(), { target: { value: text } })

export const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Image'), { target: { files } })

export const send = () => fireEvent.click(button('Post'))

export function prepareComposer() {
  vi.stubGlobal('scrollTo', () => {})
  installFakeUploads()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL() {} }))
  storeToken('a-token', false)
}

export function resetComposer() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
}
