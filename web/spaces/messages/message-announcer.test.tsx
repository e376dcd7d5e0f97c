import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MessageAnnouncer } from './message-announcer.tsx'
import { authorNamed, messageNumbered } from './test-messages.ts'

const [ben, dan] = [authorNamed('2', 'Ben'), authorNamed('4', 'Dan')]
const images = [{ width: 64, height: 48, placeholder: '', alt: '', sources: [] }]

function announce(news: Partial<SpaceMessage>, blocked: string[] = []) {
  const messages = [messageNumbered(1, ben)]
  const props = { folds: { blocked, hidden: [] }, viewerId: '1' }
  const { rerender } = render(<MessageAnnouncer messages={messages} {...props} />)
  const newest = messageNumbered(2, ben, news)
  rerender(<MessageAnnouncer messages={[...messages, newest]} {...props} />)
  return screen.getByRole('status').textContent
}

it.each([
  ['words', { content: 'Tea?' }, 'Ben: Tea?'],
  ['a picture', { content: '', images }, 'Ben: Photo'],
  ['a shared post', { content: '', postId: '500' }, 'Ben: Shared a post'],
  [
    'somebody who was added',
    { content: '', added: dan },
    'Ben added Dan. Dan sees what is written from now on.',
  ],
])('a message is told to screen readers by what it shows: %s', (_, news, told) => {
  expect(announce(news)).toBe(told)
})

it('who was added is told as it is shown, also by whom a block keeps apart', () => {
  expect(announce({ content: '', added: dan }, [ben._id])).toMatch(/^Ben added Dan/)
})
