import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../contract/accounts.ts'
import { MESSAGES } from '../../contract/second-factor.ts'
import { ada, createTestApp, homeReplies, loginReply } from '../app/test-app.tsx'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => vi.unstubAllGlobals())

async function openSecondStep(answer: () => Reply) {
  const needed: Reply = {
    status: 401,
    body: { error: 'second_factor_needed', msg: MESSAGES.needed, challenge: 'abc' },
  }
  const server = createFakeServer({
    ...homeReplies(ada),
    'POST /users/login': () => needed,
    'POST /users/login/second-factor': answer,
  })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp('/login').element)
  const typed = { Email: 'ada@example.org', Password: 'Ada-Likes-Tea-4!' }
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form as HTMLFormElement)
  return { server, code: await screen.findByLabelText<HTMLInputElement>('Code') }
}

it('asks for the code once the password was right, and keeps the choice to be remembered', async () => {
  let answer: Reply = errorReply(400, 'validation_failed', MESSAGES.codeWrong, {
    code: MESSAGES.codeWrong,
  })
  const { server, code } = await openSecondStep(() => answer)
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

it('says that it failed where no answer came, and that it took too long only where it did', async () => {
  let answer: Reply = 'no answer'
  const { code } = await openSecondStep(() => answer)
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.submit(code.form as HTMLFormElement)
  expect(await screen.findByText(ACCOUNT_MESSAGES.loginFailed)).toBeTruthy()
  expect(code.value).toBe('123456')

  answer = errorReply(401, 'unauthorized', MESSAGES.challengeOver)
  fireEvent.submit(code.form as HTMLFormElement)
  expect(await screen.findByText(MESSAGES.challengeOver)).toBeTruthy()
})
