/** For tests: a member at their settings, with the server played. */
import { fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { friendList } from '../../../contract/friends.ts'
import type { ImportStatus } from '../../../contract/import.ts'
import { squadList } from '../../../contract/profile.ts'
import { ada, createTestApp, homeReplies } from '../../app/test-app.tsx'
import { wipeDraftsOf } from '../../platform/drafts.ts'
import { createFakeServer, type FakeRequest, type Reply } from '../../platform/fake-server.ts'
import { installFakeUploads } from '../../platform/fake-upload.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import { storeToken } from '../../platform/token-store.ts'

type Replies = Record<string, (heard: FakeRequest) => Reply | Promise<Reply>>

const NAMES = ['Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana']
export const friends = friendList.parse(
  NAMES.map((username, index) => ({
    _id: String(index + 2).repeat(15),
    username,
    userNumber: index + 2,
    profilePhoto: null,
    aboutMe: '',
  })),
)

/** The first of Ada's friends, as many as asked for. */
export const squadOf = (count: number) => squadList.parse(friends.slice(0, count))
export const ok = (body: unknown) => (): Reply => ({ status: 200, body })
export const idOf = (name: string) => friends.find(({ username }) => username === name)?._id

/** Nothing was read of any archive. */
export const NO_IMPORT: ImportStatus = {
  ...{ state: 'none', problem: null, bytes: 0, received: 0, from: null, posts: null },
  ...{ postsRead: 0, postsNotRead: 0, imagesNotRead: 0, friends: [] },
  ...{ undoUntil: null, nextAt: null },
}

/** Ada opens her settings. What is answered beside her usual world is `replies`. */
export async function renderSettings(replies: Replies = {}, path = '/profile') {
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  installFakeUploads({ isFetched: true })
  FakeSocket.reset()
  storeToken('a-token', false)
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /users/blocked': ok([]),
    'GET /users/me/deletion': ok({ posts: 0, images: 0, comments: 0, messages: 0, spaces: [] }),
    'GET /users/muted': ok([]),
    'GET /users/me/import': ok(NO_IMPORT),
    'GET /users/privacy': ok({ isPrivate: false, earlierPosts: 0 }),
    'GET /users/squad': ok(squadOf(2)),
    'GET /users/friends': ok(friends),
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path, FakeSocket)
  const { queries } = app.queryClient.getDefaultOptions()
  app.queryClient.setDefaultOptions({ queries: { ...queries, retry: false } })
  render(app.element)
  await screen.findByRole('heading', { level: 1, name: /Settings|Privacy|safety|Appearance|data/ })
  return { server, ...app }
}

export function resetSettings(): void {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  wipeDraftsOf(() => true)
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
export const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
