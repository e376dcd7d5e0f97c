import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { vi } from 'vitest'
import { App } from '../app/app.tsx'
import { createTestRouter } from '../app/client-router.ts'
import { createQueryClient } from '../app/query-client.ts'
import { ada, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ProfileModal } from './profile-modal.tsx'
import { ben, type Member, profileOf } from './test-members.ts'

export const ID = ben._id

export const GET = `GET /users/${ID}/profile`

type Replies = Parameters<typeof createFakeServer>[0]

/** A press there opens the modal. */
function Place({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [shownId, setShownId] = useState<string>()
  const close = () => {
    onClose()
    setShownId(undefined)
  }
  return (
    <>
      <button type="button" onClick={() => setShownId(userId)}>
        Open
      </button>
      <ProfileModal userId={shownId} onClose={close} />
    </>
  )
}

export function open(reply: () => Reply | Promise<Reply>, userId = ID, replies: Replies = {}) {
  const server = createFakeServer({ ...homeReplies(ada), [GET]: reply, ...replies })
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', true)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const onClose = vi.fn()
  const router = createTestRouter(
    [
      { path: '/', element: <Place userId={userId} onClose={onClose} /> },
      { path: '/members/:id', element: <p>Their page</p> },
    ],
    ['/before', '/'],
  )
  render(<App router={router} queryClient={queryClient} />)
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Open' }))
  return { server, router, onClose, press }
}

export async function shown(more: Partial<Member> = {}, replies: Replies = {}) {
  const place = open(() => ({ status: 200, body: profileOf({ ...ben, ...more }) }), ID, replies)
  await place.press()
  return { ...place, dialog: await screen.findByRole('dialog', { name: more.username ?? 'Ben' }) }
}
