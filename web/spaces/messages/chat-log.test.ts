import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import {
  type ChatEvent,
  type ChatLog,
  chatReducer,
  EMPTY_LOG,
  earliestLoaded,
  hasMissed,
  loadedMessages,
  withPendingChanges,
} from './chat-log.ts'
import { authorNamed, messageNumbered } from './test-messages.ts'

const PAGE = 3
const ADA = '111111111111111'

const message = (seq: number, more: Partial<SpaceMessage> = {}) =>
  messageNumbered(seq, authorNamed(ADA, 'Ada'), more)

const chatAfter = (events: ChatEvent[], log = EMPTY_LOG): ChatLog => events.reduce(chatReducer, log)
const shownMessages = (log: ChatLog) => withPendingChanges(loadedMessages(log), log.pendingChanges)
const words = (log: ChatLog) => shownMessages(log).map(({ content }) => content)
const page = (messages: SpaceMessage[], isFirst = false): ChatEvent => ({
  type: 'page',
  messages,
  isFirst,
})
const heard = (one: SpaceMessage): ChatEvent => ({ type: 'received', message: one })

/** The server's side of a space: it says what the contract says it says. */
class PlayedSpace {
  lastSeq = 0
  messages: SpaceMessage[] = []
  stream: SpaceMessage[] = []

  write(clientId: string | null = null) {
    const made = message(++this.lastSeq, { clientId })
    this.messages.push(made)
    this.stream.push(made)
  }
  change(index: number, isDeletion: boolean) {
    const old = this.messages[index % Math.max(this.messages.length, 1)]
    if (!old || old.isDeleted) return
    const changeSeq = ++this.lastSeq
    const next = isDeletion
      ? { ...old, changeSeq, content: '', isDeleted: true }
      : { ...old, changeSeq, content: `${old.content}, changed at ${changeSeq}` }
    this.messages[this.messages.indexOf(old)] = next
    this.stream.push(next)
  }
  pageBefore(id: string | null) {
    const end =
      id === null ? this.messages.length : this.messages.findIndex(({ _id }) => _id === id)
    const start = Math.max(0, end - PAGE)
    return page(this.messages.slice(start, end), end - start < PAGE)
  }
  changedAfter(cursor: number): ChatEvent {
    const messages = this.messages
      .filter(({ changeSeq }) => changeSeq > cursor)
      .sort((one, other) => one.changeSeq - other.changeSeq)
      .slice(0, PAGE)
    return { type: 'caught-up', messages }
  }
  shown() {
    return this.messages.filter(({ isDeleted }) => !isDeleted)
  }
}

type Step =
  | { do: 'write' | 'open' | 'earlier' | 'catch-up' | 'answer' }
  | { do: 'edit' | 'delete' | 'hear'; which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .constantFrom('write', 'write', 'open', 'earlier', 'catch-up', 'answer')
    .map((what): Step => ({ do: what as 'write' })),
  fc.record({
    do: fc.constantFrom('edit' as const, 'delete' as const, 'hear' as const),
    which: fc.nat(50),
  }),
)

/** Requests are answered with what was so when they were asked, which may be long ago. */
function play(steps: Step[]) {
  const space = new PlayedSpace()
  const underway: ChatEvent[] = []
  let log = EMPTY_LOG
  let hasOpened = false
  for (const { do: what, ...rest } of steps) {
    const which = 'which' in rest ? rest.which : 0
    if (what === 'write') space.write()
    if (what === 'edit') space.change(which, false)
    if (what === 'delete') space.change(which, true)
    const said = space.stream[which % Math.max(space.stream.length, 1)]
    if (what === 'hear' && said) log = chatReducer(log, heard(said))
    if (what === 'open' && !hasOpened) {
      underway.push(space.pageBefore(null))
      hasOpened = true
    }
    if (what === 'earlier' && earliestLoaded(log)) {
      underway.push(space.pageBefore(earliestLoaded(log)))
    }
    if (what === 'catch-up' && log.floor !== null) underway.push(space.changedAfter(log.cursor))
    const answer = what === 'answer' && underway.shift()
    if (answer) log = chatReducer(log, answer)
  }
  if (!hasOpened) underway.push(space.pageBefore(null))
  return { space, log: underway.reduce(chatReducer, log) }
}

/** As the chat does: until there is nothing new. */
function catchUp(space: PlayedSpace, log: ChatLog): ChatLog {
  const answer = space.changedAfter(log.cursor)
  if (answer.type !== 'caught-up' || answer.messages.length === 0) return log
  return catchUp(space, chatReducer(log, answer))
}

function readToStart(space: PlayedSpace, log: ChatLog): ChatLog {
  const before = earliestLoaded(log)
  return before === null ? log : readToStart(space, chatReducer(log, space.pageBefore(before)))
}

describe('any interleaving of history, stream and catching up', () => {
  it('ends in the same list, with nothing missed and nothing doubled', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { space, log } = play(steps)
        const whole = readToStart(space, catchUp(space, log))
        expect(shownMessages(whole)).toEqual(space.shown())
        expect(hasMissed(whole)).toBe(false)
      }),
      { numRuns: 1_500 },
    )
  })

  it('has no hole between what is loaded and the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { space, log } = play(steps)
        const current = catchUp(space, log)
        const shown = shownMessages(current)
        expect(shown).toEqual(space.shown().filter(({ seq }) => seq >= (current.floor ?? 0)))
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('the list', () => {
  it('stands in the order of the space, however it came', () => {
    const log = chatAfter([page([message(4), message(5)]), heard(message(7)), heard(message(6))])
    expect(words(log)).toEqual(['Message 4', 'Message 5', 'Message 6', 'Message 7'])
  })

  it('keeps the later form of a message', () => {
    const edited = message(4, { changeSeq: 6, content: 'Better' })
    expect(words(chatAfter([page([message(4)]), heard(edited), heard(message(4))]))).toEqual([
      'Better',
    ])
    expect(words(chatAfter([heard(edited), page([message(4)])]))).toEqual(['Better'])
  })

  it('lets a deleted message go for good', () => {
    const gone = message(4, { changeSeq: 6, content: '', isDeleted: true })
    const log = chatAfter([page([message(4), message(5)]), heard(gone), heard(message(4))])
    expect(words(log)).toEqual(['Message 5'])
  })

  it('shows no earlier message before those between are loaded', () => {
    const old = message(1, { changeSeq: 9, content: 'Old, edited' })
    const log = chatAfter([page([message(4), message(5)]), heard(old)])
    expect(words(log)).toEqual(['Message 4', 'Message 5'])
    const whole = chatReducer(log, page([message(1), message(2), message(3)], true))
    expect(words(whole)[0]).toBe('Old, edited')
    expect(earliestLoaded(whole)).toBeNull()
  })

  it('is empty before the first page, and knows the page before the first one loaded', () => {
    expect(words(chatAfter([heard(message(3))]))).toEqual([])
    expect(earliestLoaded(EMPTY_LOG)).toBeNull()
    expect(earliestLoaded(chatAfter([page([message(4), message(5)])]))).toBe(message(4)._id)
    expect(words(chatAfter([page([], true)]))).toEqual([])
  })
})

describe('the cursor', () => {
  it('goes with the stream only step by step', () => {
    const log = chatAfter([page([message(4)]), heard(message(5))])
    expect(log.cursor).toBe(5)
    expect(hasMissed(log)).toBe(false)
    const ahead = chatReducer(log, heard(message(8)))
    expect(ahead.cursor).toBe(5)
    expect(hasMissed(ahead)).toBe(true)
    const missed = { type: 'caught-up', messages: [6, 7, 8].map((seq) => message(seq)) } as const
    expect(chatReducer(ahead, missed).cursor).toBe(8)
    expect(hasMissed(chatReducer(ahead, missed))).toBe(false)
  })
})

describe('a message of my own', () => {
  it('keeps the name its writer gave it when the stream says it without', () => {
    const mine = message(5, { clientId: 'c-1', content: 'Hello' })
    const log = chatAfter([page([message(4)]), heard(mine), heard(message(5, { changeSeq: 6 }))])
    expect(words(log)).toEqual(['Message 4', 'Message 5'])
    expect(shownMessages(log).at(-1)?.clientId).toBe('c-1')
  })
})

describe('a pending change', () => {
  const react = (id: string, isGiven: boolean): ChatEvent => ({
    type: 'change-started',
    pendingChange: {
      id,
      messageId: message(4)._id,
      change: { type: 'react', emoji: '👍', isGiven, user: ADA, username: 'Ada' },
    },
  })
  const loaded = chatAfter([page([message(4)])])

  it('shows at once and goes when it is over', () => {
    const pending = chatReducer(loaded, react('w-1', true))
    const given = [{ emoji: '👍', user: ADA, username: 'Ada' }]
    expect(shownMessages(pending)[0]?.reactions).toEqual(given)
    expect(shownMessages(chatAfter([react('w-2', false)], pending))[0]?.reactions).toEqual([])
    expect(
      shownMessages(chatAfter([{ type: 'change-finished', id: 'w-1' }], pending))[0]?.reactions,
    ).toEqual([])
  })

  it('given twice is there once', () => {
    const answered = message(4, {
      changeSeq: 5,
      reactions: [{ emoji: '👍', user: ADA, username: 'Ada' }],
    })
    const log = chatAfter([react('w-1', true), heard(answered)], loaded)
    expect(shownMessages(log)[0]?.reactions).toHaveLength(1)
    // Nothing is drawn anew for what is so already.
    expect(shownMessages(log)[0]).toBe(answered)
    const held = loadedMessages(log)
    expect(withPendingChanges(held, log.pendingChanges)).toBe(held)
    const given = chatAfter([heard(answered)], loaded)
    expect(shownMessages(chatAfter([react('w-2', false)], given))[0]?.reactions).toEqual([])
  })

  it('to delete hides the message until it is over', () => {
    const change = { id: 'w-1', messageId: message(4)._id, change: { type: 'delete' } } as const
    const pending = chatReducer(loaded, { type: 'change-started', pendingChange: change })
    expect(words(pending)).toEqual([])
    expect(words(chatReducer(pending, { type: 'change-finished', id: 'w-1' }))).toEqual([
      'Message 4',
    ])
  })

  it.each(['received', 'caught-up'] as const)(
    'to delete is over once that is known (%s), so that what is given back shows again',
    (way) => {
      const change = { id: 'w-1', messageId: message(4)._id, change: { type: 'delete' } } as const
      const told = (one: SpaceMessage): ChatEvent =>
        way === 'received' ? heard(one) : { type: 'caught-up', messages: [one] }
      const before = chatAfter(
        [
          { type: 'change-started', pendingChange: change },
          // What others do meanwhile does not bring it back.
          told(message(4, { changeSeq: 5 })),
        ],
        loaded,
      )
      expect(words(before)).toEqual([])
      const deleted = chatAfter([told(message(4, { changeSeq: 6, isDeleted: true }))], before)
      expect(words(deleted)).toEqual([])
      const back = chatAfter([told(message(4, { changeSeq: 7 }))], deleted)
      expect(words(back)).toEqual(['Message 4'])
    },
  )
})
