import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { type Reactions, reactions, type Vibes, vibes } from '../../contract/reactions.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { showCommunity } from '../platform/community.ts'
import { deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
import { button, press, renderHome, resetHome } from './test-home.tsx'

afterEach(() => {
  showCommunity(DEFAULT_BRANDING)
  resetHome()
})

const FRIENDS = 'GET /posts/friends'
const NO_REACTIONS: Reactions = { likes: [], dislikes: [], likeCount: 0, dislikeCount: 0 }
const LIKED: Reactions = { ...NO_REACTIONS, likes: [ada._id], likeCount: 1 }
const DISLIKED: Reactions = { ...NO_REACTIONS, dislikes: [ada._id], dislikeCount: 1 }
const REFUSED = errorReply(500, 'internal_error', 'Something is off.')

const answers = (state: Reactions): Reply => ({ status: 200, body: reactions.parse(state) })
const isPressed = async (name: RegExp) => (await button(name)).getAttribute('aria-pressed')

describe('liking a post', () => {
  const soup = postBy(ben, 'Soup is on.')
  const call = (name: string) => `POST /posts/${soup._id}/${name}`

  it('shows at once, and again as the server says', async () => {
    const like = deferredReply()
    renderHome({ [FRIENDS]: () => feedReply([soup]), [call('like')]: like.reply })
    expect(await isPressed(/^Like/)).toBe('false')
    await press('Like')
    expect(await isPressed(/^Like 1/)).toBe('true')
    await act(async () =>
      like.answer(answers({ ...LIKED, likes: [ada._id, ben._id], likeCount: 2 })),
    )
    expect(await isPressed(/^Like 2/)).toBe('true')
  })

  it('that fails is taken back without a word', async () => {
    const like = deferredReply()
    renderHome({ [FRIENDS]: () => feedReply([soup]), [call('like')]: like.reply })
    await press('Like')
    expect(await isPressed(/^Like 1/)).toBe('true')
    await act(async () => like.answer(REFUSED))
    await waitFor(async () => expect(await isPressed(/^Like$/)).toBe('false'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('and disliking exclude each other', async () => {
    const dislike = deferredReply()
    renderHome({
      [FRIENDS]: () => feedReply([{ ...soup, ...LIKED }]),
      [call('dislike')]: dislike.reply,
    })
    expect(await isPressed(/^Like 1/)).toBe('true')
    await press('Dislike')
    expect(await isPressed(/^Like$/)).toBe('false')
    expect(await isPressed(/^Dislike 1/)).toBe('true')
    await act(async () => dislike.answer(answers(DISLIKED)))
    expect(await isPressed(/^Dislike 1/)).toBe('true')
  })

  it('many times fast ends as asked last, with one call at a time', async () => {
    const first = deferredReply()
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([soup]),
      [call('like')]: first.reply,
      [call('unlike')]: () => answers(NO_REACTIONS),
    })
    await press(/^Like/)
    await press(/^Like/)
    await press(/^Like/)
    await press(/^Like/)
    expect(await isPressed(/^Like$/)).toBe('false')
    expect(server.count(call('like'))).toBe(1)
    await act(async () => first.answer(answers(LIKED)))
    await waitFor(() => expect(server.count(call('unlike'))).toBe(1))
    expect(await isPressed(/^Like$/)).toBe('false')
    expect(server.count(call('like'))).toBe(1)
  })

  it('is not undone by a page that was under way meanwhile', async () => {
    const next = deferredReply()
    renderHome({
      [FRIENDS]: () => feedReply([soup], 'next'),
      [`${FRIENDS}?cursor=next`]: next.reply,
      [call('like')]: () => answers(LIKED),
    })
    await press('Load More Posts')
    await press('Like')
    await waitFor(async () => expect(await isPressed(/^Like 1/)).toBe('true'))
    await act(async () => next.answer(feedReply([postBy(ben, 'Bread, too.')])))
    await screen.findByText('Bread, too.')
    expect(screen.getAllByRole('button', { name: /^Like/, pressed: true })).toHaveLength(1)
  })
})

describe('vibes', () => {
  const bens = { emoji: '🎉', user: ben._id, username: 'Ben' }
  const mine = { emoji: '🎉', user: ada._id, username: 'Ada' }
  const GIVEN: Vibes = { vibes: [bens], vibeCounts: [{ emoji: '🎉', count: 1 }] }
  const BOTH: Vibes = { vibes: [mine, bens], vibeCounts: [{ emoji: '🎉', count: 2 }] }
  const party = postBy(ben, 'A party!', GIVEN)
  const VIBE = `POST /posts/${party._id}/vibes`
  const messageReply = (state: Vibes): Reply => ({ status: 200, body: vibes.parse(state) })

  it('say how many gave them, and who', async () => {
    renderHome({ [FRIENDS]: () => feedReply([{ ...party, ...BOTH }]) })
    const chip = await button(/^🎉/)
    expect(chip.getAttribute('aria-label')).toBe('🎉 2, given by you and Ben')
    expect(chip.getAttribute('aria-pressed')).toBe('true')
  })

  it('are given and taken back by a press', async () => {
    let state = BOTH
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([party]),
      [VIBE]: () => messageReply(state),
    })
    await press(/^🎉 1/)
    expect(await isPressed(/^🎉 2/)).toBe('true')
    await waitFor(() => expect(server.count(VIBE)).toBe(1))
    expect(server.bodies(VIBE)).toEqual([{ emoji: '🎉' }])
    state = GIVEN
    await press(/^🎉 2/)
    expect(await isPressed(/^🎉 1/)).toBe('false')
    await waitFor(() => expect(server.count(VIBE)).toBe(2))
  })

  it('leave the focus at the post where the only one is taken back', async () => {
    const OWN: Vibes = { vibes: [mine], vibeCounts: [{ emoji: '🎉', count: 1 }] }
    renderHome({
      [FRIENDS]: () => feedReply([{ ...party, ...OWN }]),
      [VIBE]: () => messageReply({ vibes: [], vibeCounts: [] }),
    })
    const chip = await button(/^🎉 1/)
    chip.focus()
    fireEvent.click(chip)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^🎉/ })).toBeNull())
    expect(document.activeElement).toBe(screen.getByText('A party!').closest('article'))
  })

  it('that fail are taken back with a toast', async () => {
    const vibe = deferredReply()
    renderHome({ [FRIENDS]: () => feedReply([party]), [VIBE]: vibe.reply })
    await press(/^🎉 1/)
    expect(await isPressed(/^🎉 2/)).toBe('true')
    await act(async () => vibe.answer(REFUSED))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to add vibe: Something is off.')
    expect(await isPressed(/^🎉 1/)).toBe('false')
  })

  it.each([
    ['without an answer', 'no answer'],
    ['where the answer is another', { status: 200, body: { vibes: 'none' } }],
  ] as const)('say %s that the community could not be reached, by its name', async (_, answer) => {
    renderHome({ [FRIENDS]: () => feedReply([party]), [VIBE]: () => answer })
    await button(/^🎉 1/)
    showCommunity({ ...DEFAULT_BRANDING, name: 'Tea House' })
    await press(/^🎉 1/)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to add vibe: Tea House could not be reached. Please try again.',
    )
  })

  it('end as asked where another tab gave the same one before', async () => {
    const replies = [messageReply(GIVEN), messageReply(BOTH)]
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([party]),
      [VIBE]: () => replies.shift() ?? REFUSED,
    })
    await press(/^🎉 1/)
    await waitFor(() => expect(server.count(VIBE)).toBe(2))
    expect(await isPressed(/^🎉 2/)).toBe('true')
  })

  it('are chosen from a quick row', async () => {
    const heart = { emoji: '❤️', user: ada._id, username: 'Ada' }
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([party]),
      [VIBE]: () =>
        messageReply({
          vibes: [heart, bens],
          vibeCounts: [...GIVEN.vibeCounts, { emoji: '❤️', count: 1 }],
        }),
    })
    await press('Add a vibe')
    fireEvent.click(await screen.findByRole('button', { name: '❤️' }))
    expect(await isPressed(/^❤️ 1, given by you/)).toBe('true')
    await waitFor(() => expect(server.count(VIBE)).toBe(1))
  })

  const emojis = ['😀', '😁', '😂', '🤣', '😃', '😄', '😅', '😆', '😉', '😊']

  it('of many kinds wait behind a button, but for my own', async () => {
    renderHome({
      [FRIENDS]: () =>
        feedReply([
          {
            ...party,
            vibes: [{ ...mine, emoji: '😊' }],
            vibeCounts: emojis.map((emoji) => ({ emoji, count: 1 })),
          },
        ]),
    })
    expect(await button(/^😊/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^😉/ })).toBeNull()
    await press(/^1 more/)
    expect(await button(/^😉/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /more kinds/ })).toBeNull()
  })

  it('of which one beyond those is taken back stay in sight, with the focus', async () => {
    const countsWith = (mineCount: number) =>
      emojis.map((emoji) => ({ emoji, count: emoji === '😊' ? mineCount : 1 }))
    const { server } = renderHome({
      [FRIENDS]: () =>
        feedReply([{ ...party, vibes: [{ ...mine, emoji: '😊' }], vibeCounts: countsWith(2) }]),
      [VIBE]: () => messageReply({ vibes: [], vibeCounts: countsWith(1) }),
    })
    const chip = await button(/^😊 2/)
    chip.focus()
    fireEvent.click(chip)
    expect(await isPressed(/^😊 1/)).toBe('false')
    await waitFor(() => expect(server.count(VIBE)).toBe(1))
    expect(document.activeElement).toBe(chip)
    expect(await button(/^1 more/)).toBeTruthy()
  })
})
