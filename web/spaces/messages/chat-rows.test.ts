import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { type ChatRow, chatRows, groupRows } from './chat-rows.ts'
import { authorNamed, messageNumbered } from './test-messages.ts'

const ADA = '111111111111111'
const BEN = '222222222222222'
const NOW = new Date(2026, 10, 21, 12, 0)
const reader = { viewerId: ADA, seenSeq: 100, nowMs: NOW.getTime() }

let seq = 0
function said(by: string, minutesAgo: number, more: Partial<SpaceMessage> = {}): SpaceMessage {
  const createdAt = new Date(NOW.getTime() - minutesAgo * 60_000).toISOString()
  const author = authorNamed(by, by === ADA ? 'Ada' : 'Ben')
  return messageNumbered(++seq, author, { createdAt, ...more })
}

const brief = (rows: ChatRow[]) =>
  rows.map((row) => {
    if (row.type === 'day') return row.label
    if (row.type === 'new') return 'New'
    return `${row.type}${row.isGrouped ? ', grouped' : ''}`
  })

describe('a chat', () => {
  it('groups what one author says within five minutes', () => {
    const messages = [said(BEN, 20), said(BEN, 16), said(BEN, 11), said(ADA, 10)]
    expect(brief(chatRows(messages, [], reader))).toEqual([
      'Today',
      'message',
      'message, grouped',
      'message',
      'message',
    ])
  })

  it('names each day, and groups nothing across midnight', () => {
    const day = 24 * 60
    const messages = [said(BEN, 3 * day), said(BEN, 12 * 60 + 1), said(BEN, 12 * 60 - 1)]
    const [first, ...rest] = brief(chatRows(messages, [], reader))
    expect(first).toBe(new Date(2026, 10, 18).toLocaleDateString(undefined, { dateStyle: 'full' }))
    expect(rest).toEqual(['message', 'Yesterday', 'message', 'Today', 'message'])
  })

  it('marks where what is new begins, which is nothing of my own', () => {
    const seen = said(BEN, 9)
    const messages = [seen, said(ADA, 8), said(BEN, 7), said(BEN, 6)]
    const rows = chatRows(messages, [], { ...reader, seenSeq: seen.seq })
    expect(brief(rows)).toEqual([
      'Today',
      'message',
      'message',
      'New',
      'message',
      'message, grouped',
    ])
    expect(brief(chatRows(messages, [], reader))).not.toContain('New')
  })

  it('ends with what is not sent, which keeps its row when it is', () => {
    const unsent = {
      id: 'c-1',
      owner: ADA,
      queryKey: ['messages', 's-1'],
      path: '/spaces/s-1/messages',
      fields: { content: 'Hello' },
      createdAt: NOW.toISOString(),
      firstTriedAt: null,
      problem: null,
      delay: null,
      failure: null,
      wasHandedBack: false,
      isSending: true,
    }
    const before = chatRows([said(ADA, 2)], [unsent], reader)
    expect(brief(before)).toEqual(['Today', 'message', 'unsent, grouped'])
    const sent = chatRows([said(ADA, 2), said(ADA, 0, { clientId: 'c-1' })], [], reader)
    expect(sent.at(-1)?.key).toBe(before.at(-1)?.key)
  })

  it('keeps the groups of which nothing changed, so that they need not be drawn anew', () => {
    seq = 11
    const messages = Array.from({ length: 36 }, () => said(BEN, 60 * 24))
    const before = groupRows(chatRows(messages, [], reader))
    const again = groupRows(chatRows([...messages], [], reader))
    expect(again.every((group, index) => group === before[index])).toBe(true)
    const changed = messages.map((each, at) => (at === 14 ? { ...each, content: 'Better' } : each))
    const after = groupRows(chatRows(changed, [], reader))
    expect(after.map((group, index) => group === before[index])).toEqual([true, false, true])
    // What is called yesterday is called otherwise on the next day.
    const nextDay = { ...reader, nowMs: reader.nowMs + DAY_MS }
    const [first] = brief(chatRows(messages, [], nextDay))
    expect(first).not.toBe('Yesterday')
    expect(brief(chatRows(messages, [], reader))[0]).toBe('Yesterday')
  })

  it('is drawn in groups that stay the same when earlier messages come', () => {
    seq = 23
    const later = Array.from({ length: 30 }, () => said(BEN, 5))
    seq = 11
    const earlier = Array.from({ length: 12 }, () => said(BEN, 60 * 24 * 2))
    const before = groupRows(chatRows(later, [], reader))
    const after = groupRows(chatRows([...earlier, ...later], [], reader))
    expect(before.map(({ key }) => key)).toEqual(['2', '3', '4'])
    expect(after.map(({ key }) => key)).toEqual(['1', '2', '3', '4'])
    expect(after.slice(1)).toEqual(before)
    expect(after.map(({ size }) => size)).toEqual([13, 13, 12, 6])
    // The day stands with the first of its messages.
    expect(after[1]?.rows[0]).toMatchObject({ type: 'day', label: 'Today' })
  })
})
