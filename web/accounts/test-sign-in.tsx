import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

export const email = () => screen.getByLabelText<HTMLInputElement>('Email')

export const password = () => screen.getByLabelText<HTMLInputElement>('Password')

export function fill(typed = { email: 'ada@example.org', password: 'Ada-Likes-Tea-4!' }) {
  fireEvent.change(email(), { target: { value: typed.email } })
  fireEvent.change(password(), { target: { value: typed.password } })
}

export function submit() {
  fireEvent.submit(email().form as HTMLFormElement)
}

export function resetSignIn() {
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
