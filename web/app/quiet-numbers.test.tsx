import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderHome, resetHome } from '../posts/test-home.tsx'
import { ada, ben } from './test-app.tsx'
import { feedReply, postBy } from './test-posts.ts'

afterEach(resetHome)

const SAVE = 'PUT /users/quiet-numbers'
const soup = postBy(ben, 'Soup is on.', {
  likes: ['1', '2'],
  likeCount: 2,
  commentCount: 7,
  vibes: [{ emoji: '🍲', user: '333', username: 'Eve' }],
  vibeCounts: [{ emoji: '🍲', count: 4 }],
})

const open = (quietNumbers: boolean | null, path = '/') =>
  renderHome(
    {
      'GET /users/user': () => ({ status: 200, body: { ...ada, quietNumbers } }),
      'GET /posts/friends': () => feedReply([soup]),
      'GET /notifications/count': () => ({ status: 200, body: { count: 3 } }),
      [SAVE]: () => ({ status: 200, body: { message: 'ok', msg: 'ok' } }),
    },
    path,
  )

describe('quiet numbers', () => {
  it('are offered once after a week, and then somebody stands where a number was', async () => {
    const { server } = open(null)
    expect((await screen.findByRole('button', { name: 'Like 2' })).textContent).toBe('2')
    // It does not push the first post down.
    const offer = await screen.findByRole('region', { name: 'Quiet numbers' })
    const first = offer.closest('li')?.previousElementSibling
    expect(first?.firstElementChild).toBe(screen.getByRole('article'))
    fireEvent.click(screen.getByRole('button', { name: 'Hide the numbers' }))
    const like = await screen.findByRole('button', { name: 'Like, by somebody' })
    expect(like.textContent).toBe('')
    expect(screen.getByRole('button', { name: 'Comments, by somebody' }).textContent).toBe('')
    expect(screen.getByRole('button', { name: 'Dislike' })).toBeTruthy()
    const chip = screen.getByRole('button', { name: '🍲 given by Eve and others' })
    expect(chip.textContent).toBe('🍲Eve and others')
    expect(server.bodies(SAVE)).toEqual([{ isQuiet: true }])
    expect(screen.queryByRole('region', { name: 'Quiet numbers' })).toBeNull()
    // The buttons are gone, and focus with them would be nowhere.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Home'))
  })

  it('are chosen in the settings, too', async () => {
    const { server } = open(true, '/profile/appearance')
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /presence/i })
    expect(box.checked).toBe(true)
    fireEvent.click(box)
    await waitFor(() => expect(server.bodies(SAVE)).toEqual([{ isQuiet: false }]))
    await waitFor(() => expect(box.checked).toBe(false))
  })
})
