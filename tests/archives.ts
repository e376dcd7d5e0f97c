import { type ArchiveStatus, archiveStatus } from '../contract/archive.ts'
import type { Member, TestServer } from './test-server.ts'
import { filesOfZip } from './zip-files.ts'

// What tests of archives do over and over.

export async function archiveOf(server: TestServer, as: Member): Promise<ArchiveStatus> {
  return archiveStatus.parse((await server.call('GET', '/users/me/archive', { as })).json())
}

/** Has an archive made and waits until it is. */
export async function makeArchive(server: TestServer, as: Member): Promise<ArchiveStatus> {
  const answer = await server.call('POST', '/users/me/archive', { as })
  if (answer.statusCode !== 202) throw new Error(`archive: ${answer.statusCode} ${answer.body}`)
  await server.services.unfinishedArchives.finish(as.id)
  return archiveOf(server, as)
}

/** Where the archive opens, below `/api`, and the cookie it needs. */
export async function archiveLink(server: TestServer, as: Member) {
  const answer = await server.call('POST', '/users/me/archive/link', { as })
  if (answer.statusCode !== 200) throw new Error(`link: ${answer.statusCode} ${answer.body}`)
  const path: string = answer.json().url.slice('/api'.length)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { path, cookie }
}

/** What is in the member's archive, by path. */
export async function unpackedArchive(server: TestServer, as: Member) {
  const { path, cookie } = await archiveLink(server, as)
  const answer = await server.call('GET', path, { headers: { cookie } })
  if (answer.statusCode !== 200) throw new Error(`download: ${answer.statusCode} ${answer.body}`)
  return filesOfZip(answer.rawPayload)
}
