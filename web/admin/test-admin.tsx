import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { administeredUsersPage } from '../../contract/admin.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type Reply } from '../platform/fake-server.ts'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { storeToken } from '../platform/token-store.ts'

export const account = ({ _id, username, email, userNumber, isAdmin }: typeof ada) => ({
  ...{ _id, username, email, userNumber, isAdmin, profilePhoto: null, isPrivate: false },
  ...{
    isVerified: true,
    isWaiting: false,
    isSuspended: false,
    invitedBy: null,
    createdAt: ada.createdAt,
  },
})

export const users = (...list: (typeof ada)[]): Reply => ({
  status: 200,
  body: administeredUsersPage.parse({
    users: list.map(account),
    page: 1,
    total: list.length,
  }),
})

export function open(
  path: string,
  routes: Record<string, () => Reply | Promise<Reply>>,
  user = ada,
  Socket?: SocketClass,
) {
  storeToken('token-of-Ada', true)
  const server = createFakeServer({ ...homeReplies(user), ...routes })
  vi.stubGlobal('fetch', server.fetch)
  render(createTestApp(path, Socket).element)
  return server
}

export const ALL = 'GET /all?page=1&limit=20&q='
