import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { outbox } from '../../platform/offline/outbox.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { ToastProvider } from '../../ui/toast.tsx'
import { UnsentWords } from './unsent-words.tsx'

afterEach(() => vi.restoreAllMocks())

/** As it was stored before items noted that they were handed back. */
function storedBefore(queryKey: string[], problem: string | null): OutboxItem {
  const { wasHandedBack: _, ...item }: OutboxItem = {
    ...{ id: queryKey[0] ?? '', owner: '1', queryKey, path: '/tea', problem, delay: null },
    ...{ fields: { text: `${queryKey[0]}, ${problem}` }, createdAt: '2026-01-15T12:00:00.000Z' },
    ...{ firstTriedAt: null, isSending: false, wasHandedBack: false },
  }
  return item as OutboxItem
}

it('what an earlier version stored as refused stands there, and nothing that waits', async () => {
  const items = [
    storedBefore(['comments', '8'], 'It is gone.'),
    storedBefore(['messages', '7'], null),
    storedBefore(['feed', 'friends'], 'Too long.'),
  ]
  vi.spyOn(outbox, 'items').mockReturnValue(items)
  render(
    <ToastProvider>
      <UnsentWords />
    </ToastProvider>,
  )
  expect(await screen.findByText('comments, It is gone.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
