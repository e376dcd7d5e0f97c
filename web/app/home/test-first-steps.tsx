/** For tests: the home of somebody who is new. */
import { render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { discoverList, friendList } from '../../../contract/friends.ts'
import { createFakeServer, type Routes } from '../../platform/fake-server.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { storeToken } from '../../platform/token-store.ts'
import { ada, ben, createTestApp, homeReplies } from '../test-app.tsx'
import { feedReply, postBy } from '../test-posts.ts'

/** For `beforeEach`. */
export function prepare() {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:face', revokeObjectURL() {} }),
  )
  installFakeUploads()
  storeToken('a-token', false)
}

export const newcomer = { ...ada, createdAt: new Date().toISOString() }
const cleo = { ...ben, _id: '333333333333333', username: 'Cleo' }
export const asked = { isFriend: false, friendRequestSent: false, friendRequestReceived: false }

export function visit(user = newcomer, more: Routes = {}) {
  const server = createFakeServer({
    ...homeReplies(user),
    'GET /posts/public': () => feedReply([postBy(ben, 'Hello, everybody.')]),
    'GET /users/friend-requests': () => ({ status: 200, body: friendList.parse([cleo]) }),
    'GET /spaces/my-spaces': () => ({ status: 200, body: [] }),
    'GET /users/all?page=1&limit=20&q=': () => ({
      status: 200,
      body: discoverList.parse([
        { ...ben, ...asked },
        { ...cleo, ...asked, friendRequestReceived: true },
      ]),
    }),
    [`POST /users/friend-request/${ben._id}`]: () => ({
      status: 200,
      body: { msg: 'Friend request sent!', message: 'Friend request sent!' },
    }),
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp('/')
  return { ...render(element), router, server }
}

export const step = (name: RegExp | string) => screen.findByRole('button', { name })
