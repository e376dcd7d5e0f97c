import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/blocks.ts'
import { ada, ben } from '../app/test-app.tsx'
import { messageReply } from '../platform/fake-server.ts'
import { den, focusRow, messagesOf, renderChat, words } from './test-chat.tsx'
import { messageBy, messagesReply, press, resetSpaces, text } from './test-spaces.tsx'

afterEach(resetSpaces)

const FOLDS = `GET /spaces/${den._id}/folds`
const folds = (blocked: string[], hidden: string[] = []) => ({
  status: 200,
  body: { blocked, hidden },
})
const said = [messageBy(ben, 101, { content: 'Good morning' }), messageBy(ada, 102)]

describe('a message between two of whom one blocked the other', () => {
  it.each([
    [MESSAGES.foldedBlocked, folds([ben._id])],
    [MESSAGES.foldedHidden, folds([], [ben._id])],
  ])('is the line "%s", and can be shown', async (line, reply) => {
    await renderChat(said, { [FOLDS]: () => reply })
    expect(await text(line)).toBeTruthy()
    expect(words()).toHaveLength(1)
    await press('Show')
    expect(words()[0]).toBe('Good morning')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Good morning'))
  })

  it('folds at once when the sender is blocked beside it', async () => {
    let now = folds([])
    const BLOCK = `PUT /users/${ben._id}/block`
    await renderChat(said, {
      [FOLDS]: () => now,
      [`GET ${messagesOf(den)}`]: () => messagesReply(said),
      [BLOCK]: () => {
        now = folds([ben._id])
        return messageReply(MESSAGES.blockedNow)
      },
    })
    fireEvent.click((await focusRow('Good morning')).getByRole('button', { name: 'Block' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ben?' })
    fireEvent.click(
      [...dialog.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Block',
      ) as Element,
    )
    expect(await text(MESSAGES.foldedBlocked)).toBeTruthy()
  })
})
