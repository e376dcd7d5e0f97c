import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { administeredUsersPage, serverStats } from '../../contract/admin.ts'
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
    hasMore: false,
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

export const statsWith = (more: object) =>
  serverStats.parse({
    ...{ members: 1_234, unverified: 1, administrators: 1, posts: 5, comments: 6, spaces: 7 },
    ...{ openSockets: 8, mailsWaiting: 0, oldestMailAt: null, databaseBytes: 2_500_000 },
    mailProblem: 'The oldest mail has waited for 2 hours.',
    ...{ imageBytes: 7_000_000, lastBackupAt: null, backupProblem: 'No backup was ever made.' },
    ...{
      freeDiskBytes: 3_000_000_000,
      daysUntilDiskFull: 12,
      waiting: { images: 2, linkCards: 3, archives: 1 },
      mailsGivenUp: 1,
      longestDelayMs: 1_200,
      startedAt: ada.createdAt,
      version: '0.1.0',
      newerVersion: null,
    },
    ...more,
  })
