import type { AdminActEntry } from '../../contract/admin.ts'
import type { Member, TestServer } from '../test-server.ts'
import { readAs } from './calls.ts'

// What tests of removals by an administrator do over and over.

export const REASON = 'It is against the rules'

/** Removes `post/1`, say. Returns the status. */
export async function remove(server: TestServer, as: Member, path: string): Promise<number> {
  const url = `/admin/${path}?${new URLSearchParams({ reason: REASON })}`
  return (await server.call('DELETE', url, { as })).statusCode
}

export async function lastAct(server: TestServer, as: Member): Promise<AdminActEntry> {
  return (await readAs(server, as, '/admin/acts'))[0]
}

export function undo(server: TestServer, as: Member, act: string, text = 'I was wrong') {
  return server.call('POST', `/admin/acts/${act}/undo`, { as, body: { text } })
}

/** Undoes the last act. Returns the status. */
export async function undoLast(server: TestServer, as: Member): Promise<number> {
  return (await undo(server, as, (await lastAct(server, as))._id)).statusCode
}

/** The sentence of the newest notification. */
export async function lastTold(server: TestServer, as: Member): Promise<string | undefined> {
  return (await readAs(server, as, '/notifications'))[0]?.text
}
