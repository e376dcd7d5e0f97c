import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { createQueryClient } from '../app/query-client.ts'
import { createFakeServer, messageReply, type Reply, type Routes } from '../platform/fake-server.ts'
import { RegisterScreen } from './register-screen.tsx'

export const WELL = { Username: 'Ada', Email: 'ada@example.org', Password: 'Ada-Likes-Tea-4!' }

let chances: number[] = []

export const REGISTERED = messageReply(MESSAGES.registered, 201)

export function visit(
  reply: Reply | (() => Reply) = REGISTERED,
  at = '/register',
  more: Routes = {},
) {
  const server = createFakeServer({
    'GET /users/register/challenge': () => ({ status: 200, body: { challenge: null } }),
    'POST /users/register': () => (typeof reply === 'function' ? reply() : reply),
    ...more,
    'POST /users/resend-verification': () => messageReply(MESSAGES.verificationMailSent),
  })
  vi.stubGlobal('fetch', server.fetch)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <RegisterScreen random={() => chances.shift() ?? 0} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}

export const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

export const type = (label: string, value: string) =>
  fireEvent.change(box(label), { target: { value } })

export function fill(values: Record<string, string> = {}) {
  const all = { ...WELL, 'What is 3 + 4?': '7', ...values }
  for (const [label, value] of Object.entries(all)) type(label, value)
}

export function submit() {
  fireEvent.submit(box('Username').form as HTMLFormElement)
}

/** The sums come out as 3 + 4, then 10 + 1. */
export function resetRegistration() {
  chances = [0.2, 0.3, 0.99, 0]
  vi.unstubAllGlobals()
}
