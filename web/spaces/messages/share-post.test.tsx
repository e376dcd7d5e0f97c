import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/posts.ts'
import { ada, ben } from '../../app/test-app.tsx'
import { postBy } from '../../app/test-posts.ts'
import { errorReply } from '../../platform/fake-server.ts'
import {
  choose,
  messageBy,
  press,
  renderSpaces,
  resetSpaces,
  spaceMessageReply,
  text,
  type,
} from '../test-spaces.tsx'
import { den, messagesOf, renderChat } from './test-chat.tsx'

afterEach(resetSpaces)

const postOf = (_id: string) => postBy(ben, `Post ${_id}`, { _id })

it('cards of shared posts are asked for together; what is gone says so', async () => {
  await renderChat([messageBy(ben, 100, { postId: '500' })], {
    'GET /posts/cards?ids=500': () => ({ status: 200, body: [postOf('500')] }),
  })
  await text('Post 500')
  // Where the part that draws cards has only just come, each may be drawn in a turn of its own.
  cleanup()

  const link = {
    url: 'https://tea.example/a',
    title: 'All about tea',
    description: '',
    site: 'Tea',
    image: null,
  }
  const said = [
    messageBy(ben, 101, { content: '', postId: '501' }),
    messageBy(ben, 102, { content: 'Gone', postId: '502' }),
    messageBy(ben, 103, { content: 'https://tea.example/a', link }),
  ]
  const CARDS = 'GET /posts/cards?ids=501,502'
  const { server } = await renderChat(said, {
    [CARDS]: () => ({ status: 200, body: [postOf('501')] }),
  })
  await text('Post 501')
  expect(await text(MESSAGES.postMissing)).toBeTruthy()
  expect(server.count(CARDS)).toBe(1)
  expect((await text('All about tea')).closest('a')?.href).toBe('https://tea.example/a')
})

it('what is only not loaded is not called gone', async () => {
  await renderChat([messageBy(ben, 101, { postId: '501' })], {
    'GET /posts/cards?ids=501': () => errorReply(503, 'unavailable', ''),
  })
  await text('The post could not be loaded.')
  expect(screen.queryByText(MESSAGES.postMissing)).toBeNull()
})

it('a public post is shared to a space of mine; a refusal keeps the words', async () => {
  const post = postOf('503')
  const SEND = `POST ${messagesOf(den)}`
  const { _id, name, colorPalette, vibe } = den
  const room = { _id, name, colorPalette, vibe, isUnread: false, mute: null, lastMessage: null }
  let isRefused = true
  const { server } = renderSpaces('/posts/503', {
    'GET /posts/503': () => ({ status: 200, body: post }),
    'GET /spaces/rooms': () => ({ status: 200, body: { rooms: [room], folded: [] } }),
    [SEND]: () =>
      isRefused
        ? errorReply(409, 'conflict', MESSAGES.onlyPublic)
        : spaceMessageReply(messageBy(ada, 1, { postId: '503' }), 201),
  })
  await text('Post 503')
  await choose('Post options', 'Share to a space')
  await press('Share')
  await text('Please choose a space.')
  fireEvent.click(await screen.findByRole('radio', { name }))
  await type(/Words/, 'Look')
  await press('Share')
  await text(MESSAGES.onlyPublic)
  isRefused = false
  await press('Share')
  await text(`Shared to ${name}.`)
  const sent = { content: 'Look', postId: '503' }
  await waitFor(() => expect(server.bodies(SEND)).toEqual([sent, sent]))
})
