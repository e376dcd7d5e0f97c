import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchiveStatus, archiveStatus } from '../contract/archive.ts'
import { type ImportStatus, importStatus } from '../contract/import.ts'
import { type Id, newId, newUuid } from '../server/platform/ids.ts'
import { form } from './test-images.ts'
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
  await server.services.archiveJobs.finish(as.id)
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

/** The member's archive as they download it. */
export async function downloadedArchive(server: TestServer, as: Member): Promise<Buffer> {
  const { path, cookie } = await archiveLink(server, as)
  const answer = await server.call('GET', path, { headers: { cookie } })
  if (answer.statusCode !== 200) throw new Error(`download: ${answer.statusCode} ${answer.body}`)
  return answer.rawPayload
}

/** What is in the member's archive, by path. */
export async function unpackedArchive(server: TestServer, as: Member) {
  return filesOfZip(await downloadedArchive(server, as))
}

/** The names of the files in which this server keeps archives. */
export async function archiveFiles({ dataDir }: TestServer): Promise<string[]> {
  const folder = join(dataDir, 'archives')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

export async function importOf(server: TestServer, as: Member): Promise<ImportStatus> {
  return importStatus.parse((await server.call('GET', '/users/me/import', { as })).json())
}

/** Sends a piece of an archive, or all of it. */
export function sendPiece(
  server: TestServer,
  as: Member,
  piece: Buffer,
  { bytes = piece.length, offset = 0 } = {},
) {
  const body = form(
    { bytes: String(bytes), offset: String(offset) },
    { name: 'piece', filename: 'piece', bytes: piece },
  )
  return server.call('POST', '/users/me/import', { as, body })
}

/** Sends an archive in two pieces and waits until it is read. */
export async function importArchive(server: TestServer, as: Member, zip: Buffer) {
  const [bytes, offset] = [zip.length, Math.ceil(zip.length / 2)]
  const pieces = [
    [zip.subarray(0, offset), 0],
    [zip.subarray(offset), offset],
  ] as const
  for (const [piece, at] of pieces) {
    const answer = await sendPiece(server, as, piece, { bytes, offset: at })
    if (answer.statusCode !== 202) throw new Error(`import: ${answer.statusCode} ${answer.body}`)
  }
  await server.services.importJobs.finish(as.id)
  return importOf(server, as)
}

const FAR_AWAY = Date.UTC(2100, 0)

/** An archive that lies there, as a row. */
export const archiveRow = (userId: Id) => ({
  ...{ id: newId(), user_id: userId, requested_at: 0, made_at: 0 },
  ...{ file_id: newUuid(), part_count: 1, delete_after: FAR_AWAY },
})

/** An archive that was sent, as a row. */
export const importRow = (userId: Id, from_server: string) => ({
  ...{ id: newId(), user_id: userId, file_id: newUuid(), state: 'failed' as const, bytes: 1 },
  ...{ begun_at: 0, changed_at: 0, from_server, delete_after: FAR_AWAY },
})
