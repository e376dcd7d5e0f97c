import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { friendList } from '../../contract/friends.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { memberProfile, MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { readToken } from '../platform/token-store.ts'
import { readAhead } from '../posts/comments/test-comments.ts'
import { updateCachedPost } from '../posts/post-cache.ts'
import { removePersistedFriendData } from './persisted-queries.ts'
import { ada, ben } from './test-app.tsx'
import {
  COMMENTS,
  go,
  loseNetwork,
  prepareOffline,
  type Replies,
  resetOffline,
  soup,
  text,
  visit,
} from './test-offline.ts'
import { feedReply, postBy } from './test-posts.ts'

beforeEach(prepareOffline)
afterEach(resetOffline)

describe('without a network', () => {
  it('the feed that was read last opens, under the name of its reader, until the server is back', async () => {
    visit('/')
    await text('There is soup.')
    cleanup()
    loseNetwork()
    visit('/', { 'GET /posts/friends': () => feedReply([postBy(ada, 'Fresh bread.')]) })
    expect(await text('There is soup.')).toBeTruthy()
    expect(screen.getAllByText('Hi, Ada')).not.toHaveLength(0)
    expect(screen.getByText(/^You are offline/)).toBeTruthy()
    await go(true)
    expect(await text('Fresh bread.')).toBeTruthy()
    expect(screen.queryByText(/^You are offline/)).toBeNull()
  })

  it('a session that ended meanwhile shows nothing any more', async () => {
    visit('/')
    await text('There is soup.')
    cleanup()
    loseNetwork()
    const ended = (): Reply => ({ status: 401, body: {} })
    visit('/', { 'GET /users/user': ended, 'POST /users/refresh-token': ended })
    await text('There is soup.')
    await go(true)
    expect(await text('Welcome back')).toBeTruthy()
    expect(readToken()).toBeNull()
    expect(screen.queryByText('There is soup.')).toBeNull()
    expect(await persistence.readAll()).toEqual([])
  })

  it('the friends and the members who were looked at open, and nobody else', async () => {
    const card = memberProfile.parse({
      ...ben,
      aboutMe: 'Bakes bread.',
      squad: [],
      isFriend: true,
      requestSent: false,
      requestReceived: false,
      isMuted: false,
      mutedUntil: null,
      invitedBy: null,
      mutualFriends: { count: 0, named: [] },
      images: { images: [], nextCursor: null },
    })
    const replies: Replies = {
      'GET /users/friends': () => ({ status: 200, body: friendList.parse([ben]) }),
      [`GET /users/${ben._id}/profile`]: () => ({ status: 200, body: card }),
      [`GET /users/${ben._id}/posts`]: () => feedReply([]),
    }
    visit('/friends', replies)
    await text('Ben')
    cleanup()
    visit(`/members/${ben._id}`, replies)
    await text('Bakes bread.')
    cleanup()
    loseNetwork()
    visit('/friends', replies)
    expect(await text('Ben')).toBeTruthy()
    cleanup()
    visit(`/members/${ben._id}`, replies)
    expect(await text('Bakes bread.')).toBeTruthy()
    cleanup()
    visit(`/members/${soup._id}`, { [`GET /users/${soup._id}/profile`]: () => 'no answer' })
    expect(await text(PROFILE_MESSAGES.loadFailed)).toBeTruthy()
  })

  it('the member’s own profile opens, as it was read last', async () => {
    const mine: Replies = {
      'GET /users/privacy': () => ({ status: 200, body: { isPrivate: false } }),
      'GET /users/squad': () => ({ status: 200, body: [] }),
    }
    visit('/profile', mine)
    await screen.findByLabelText('About Me')
    cleanup()
    loseNetwork()
    visit('/profile', mine)
    expect(await screen.findByLabelText('About Me')).toBeTruthy()
  })

  it('a friend who is one no longer takes along what only friends see', async () => {
    const bens = postBy(ben, 'For friends only.')
    visit('/', {
      'GET /posts/friends': () => feedReply([bens]),
      [`GET /posts/${bens._id}/comments`]: () => ({ status: 200, body: [] }),
    })
    await text('For friends only.')
    const words = async () => JSON.stringify(await persistence.readAll())
    await waitFor(async () => expect(await words()).toContain('For friends only.'))
    await removePersistedFriendData(ada._id.replaceAll('1', '7'))
    expect(await words()).toContain('For friends only.')
    await removePersistedFriendData(ben._id)
    expect(await words()).not.toContain('For friends only.')
  })

  it('what happens to a feed changes what is stored of it, and brings back nothing removed', async () => {
    const bens = postBy(ben, 'For friends only.')
    const { queryClient } = visit('/', {
      'GET /posts/friends': () => feedReply([bens, soup], 'next'),
      'GET /posts/friends?cursor=next': () => feedReply([postBy(ada, 'Older bread.')]),
    })
    await text('For friends only.')
    const words = async () => JSON.stringify(await persistence.readAll())
    await waitFor(async () => expect(await words()).toContain('For friends only.'))
    const say = (words: string) =>
      act(async () => updateCachedPost(queryClient, soup._id, (post) => ({ ...post, text: words })))
    await say('There is more soup.')
    expect(await words()).toContain('There is more soup.')
    await removePersistedFriendData(ben._id)
    await say('There is no soup.')
    expect(await words()).not.toContain('For friends only.')
    fireEvent.click(await screen.findByRole('button', { name: /^Load More Posts/ }))
    await text('Older bread.')
    expect(await words()).not.toContain('For friends only.')
  })

  it('the comments that the server refuses are on the device no longer', async () => {
    let reply: Reply = { status: 200, body: [] }
    const ahead = readAhead([soup._id], { [soup._id]: [] })
    const { queryClient } = visit('/', { ...ahead, [`GET ${COMMENTS}`]: () => reply })
    await text('There is soup.')
    const names = async () => (await persistence.readAll()).map(({ name }) => name)
    const ofComments = expect.stringContaining(`"comments","${soup._id}"`)
    await waitFor(async () => expect(await names()).toContainEqual(ofComments))
    reply = errorReply(404, 'not_found', MESSAGES.postMissing)
    await act(() => queryClient.refetchQueries({ queryKey: ['comments'] }))
    await waitFor(async () => expect(await names()).not.toContainEqual(ofComments))
  })
})
