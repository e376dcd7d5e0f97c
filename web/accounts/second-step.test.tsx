import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/second-factor.ts'
import { ada, createTestApp, homeReplies, loginReply } from '../app/test-app.tsx'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => vi.unstubAllGlobals())

it('asks for the code once the password was right, and keeps the choice to be remembered', async () => {
  const needed: Reply = {
    status: 401,
    body: { error: 'second_factor_needed', msg: MESSAGES.needed, challenge: 'abc' },
  }
  let answer: Reply = errorReply(400, 'validation_failed', MESSAGES.codeWrong, {
    code: MESSAGES.codeWrong,
  })
  const server = createFakeServer({
    ...homeReplies(ada),
    'POST /users/login': () => needed,
    'POST /users/login/second-factor': () => answer,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/login').element)
  const typed = { Email: 'ada@example.org', Password: 'Ada-Likes-Tea-4!' }
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form as HTMLFormElement)

  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(code))
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.submit(code.form as HTMLFormElement)
  expect(await screen.findByText(MESSAGES.codeWrong)).toBeTruthy()
  expect(code.value).toBe('123456')
  answer = loginReply(ada)
  fireEvent.submit(code.form as HTMLFormElement)
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy()
  expect(server.bodies('POST /users/login/second-factor')).toEqual([
    { challenge: 'abc', code: '123456' },
    { challenge: 'abc', code: '123456' },
  ])
  expect(localStorage.getItem('token')).toBe('token-of-Ada')
})
