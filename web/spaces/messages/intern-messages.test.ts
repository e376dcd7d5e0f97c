import { expect, it } from 'vitest'
import { internMessages } from './intern-messages.ts'
import { authorNamed, messageNumbered } from './test-messages.ts'

const BEN = '222222222222222'

/** As it comes from the server: nothing in it is part of another message. */
const said = (seq: number, username = 'Ben') =>
  messageNumbered(seq, authorNamed(BEN, username), {
    reactions: [{ emoji: '👍', user: BEN, username }],
  })

it('messages of one page share who wrote them, what was given, and their empty lists', () => {
  const page = [said(1), said(2), said(3)]
  const [first, second, third] = internMessages(page)
  expect([first, second, third]).toEqual(page)
  expect(second?.user).toBe(first?.user)
  expect(third?.reactions[0]).toBe(first?.reactions[0])
  expect(second?.images).toBe(first?.images)
})

it('who changed their name is another from then on', () => {
  const [before] = internMessages([said(1)])
  const [after] = internMessages([said(2, 'Benjamin')])
  expect([before?.user?.username, after?.user?.username]).toEqual(['Ben', 'Benjamin'])
  expect(after?.reactions).toEqual([{ emoji: '👍', user: BEN, username: 'Benjamin' }])
})

it('keeps what is said right however many people there are', () => {
  const page = Array.from({ length: 1_500 }, (_, index) => said(index + 1, `Member ${index}`))
  expect(internMessages(page)).toEqual(page)
})
