import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { messageSearchPage } from '../../../contract/message-search.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { ben } from '../../app/test-app.tsx'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import { messageBy, press, resetSpaces, text, type } from '../test-spaces.tsx'
import { den, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const page = (messages: SpaceMessage[], before: string | null = null) => ({
  status: 200,
  body: messageSearchPage.parse({ messages, before }),
})
const dialog = () => screen.findByRole('dialog', { name: 'Search messages' })

it('what is found is marked, goes on further back, and leads to where it was said', async () => {
  const path = `GET /spaces/${den._id}/messages/search`
  const newer = messageBy(ben, 100, { content: 'Crème brûlée 100% at my place' })
  const older = messageBy(ben, 60, { content: `${'So '.repeat(40)}cremes are fine` })
  await renderChat([older, newer], {
    [`${path}?q=creme`]: () => page([newer], newer._id),
    [`${path}?q=creme&before=${newer._id}`]: () => page([older]),
    [`${path}?q=nothing`]: () => page([]),
  })
  await press('Search messages')
  const list = within(await dialog())
  await text(MESSAGES.searchHint)
  await type('Words', 'nothing')
  await text(MESSAGES.nothingFound)
  await type('Words', ' creme')
  expect((await list.findByText('Crème')).tagName).toBe('MARK')
  const further = list.getByRole('button', { name: 'Look further back' })
  further.focus()
  fireEvent.click(further)
  expect((await list.findByText('cremes')).tagName).toBe('MARK')
  const found = within(list.getByRole('list', { name: 'Messages found' }))
  expect(found.getAllByRole('button')).toHaveLength(2)
  expect(list.queryByRole('button', { name: 'Look further back' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(found.getAllByRole('button')[1]))
  fireEvent.click(found.getAllByRole('button')[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search messages' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toContain('cremes are fine'))
})

it('says so where it cannot look further back, and tries again', async () => {
  const path = `GET /spaces/${den._id}/messages/search`
  const newer = messageBy(ben, 100, { content: 'Tea at mine' })
  const older = messageBy(ben, 60, { content: 'Tea at yours' })
  let reply: Reply = errorReply(503, 'unavailable', '')
  await renderChat([older, newer], {
    [`${path}?q=tea`]: () => page([newer], newer._id),
    [`${path}?q=tea&before=${newer._id}`]: () => reply,
  })
  await press('Search messages')
  const list = within(await dialog())
  await type('Words', 'tea')
  fireEvent.click(await list.findByRole('button', { name: 'Look further back' }))
  expect((await list.findByRole('alert')).textContent).toBe(MESSAGES.searchFailed)
  reply = page([older])
  fireEvent.click(list.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(list.getAllByRole('button', { name: /Tea at/i })).toHaveLength(2))
  expect(list.queryByRole('alert')).toBeNull()
})
