import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { ada, ben } from '../../app/test-app.tsx'
import { button, messageBy, resetSpaces, spaceMessageReply } from '../test-spaces.tsx'
import { den, focusRow, live, messagesOf, renderChat, tell } from './test-chat.tsx'

afterEach(resetSpaces)

const given = { emoji: '❤️', user: ben._id, username: 'Ben' }
const bens = messageBy(ben, 100, { reactions: [given] })
const REACT = `POST ${messagesOf(den)}/${bens._id}/reactions`

async function openToolbar() {
  const bar = (await focusRow('Message 100')).getByRole('toolbar', { name: 'Message actions' })
  const buttons = within(bar).getAllByRole('button')
  const stops = () =>
    within(bar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
  return { bar, buttons, stops, named: (name: string) => within(bar).getByRole('button', { name }) }
}

describe('the bar beside a message', () => {
  it('is one stop of the Tab key, walked with the arrow keys', async () => {
    await renderChat([bens])
    const { bar, buttons, stops } = await openToolbar()
    expect(stops()).toEqual([buttons[0]])
    act(() => buttons[0]?.focus())
    const steps = [
      ['{ArrowRight}', buttons[1]],
      ['{ArrowLeft}{ArrowLeft}', buttons.at(-1)],
      ['{ArrowRight}', buttons[0]],
      ['{End}', buttons.at(-1)],
      ['{Home}{ArrowRight}{ArrowRight}', buttons[2]],
      // Those are the browser's.
      ['{Control>}{Home}{/Control}{Meta>}{ArrowLeft}{/Meta}', buttons[2]],
      // The way back in the browser's history.
      ['{Alt>}{ArrowLeft}{/Alt}', buttons[2]],
    ] as const
    for (const [keys, next] of steps) {
      await userEvent.keyboard(keys)
      expect(document.activeElement, keys).toBe(next)
      expect(stops(), keys).toEqual([next])
    }
    await userEvent.tab({ shift: true })
    expect(bar.contains(document.activeElement)).toBe(false)
    await userEvent.tab()
    expect(document.activeElement).toBe(buttons[2])
    await userEvent.tab()
    expect(bar.contains(document.activeElement)).toBe(false)
  })

  it('keeps the focus as a reaction is given, and hands it on where a button goes', async () => {
    const mine = { emoji: '👍', user: ada._id, username: 'Ada' }
    const liked = { ...bens, changeSeq: 101, reactions: [given, mine] }
    const { server } = await renderChat([bens], { [REACT]: () => spaceMessageReply(liked) })
    await live()
    const { named, stops } = await openToolbar()
    const thumb = named('👍')
    act(() => thumb.focus())
    fireEvent.click(thumb)
    expect(await button('👍 1, given by you')).toBeTruthy()
    expect(document.activeElement).toBe(thumb)
    await waitFor(() => expect(server.count(REACT)).toBe(1))
    act(() => named('Who reacted').focus())
    const message = { ...bens, changeSeq: 102, reactions: [] }
    await tell({ type: 'message_changed', spaceId: den._id, message })
    await waitFor(() => expect(document.activeElement).toBe(thumb))
    expect(stops()).toEqual([thumb])
  })
})
