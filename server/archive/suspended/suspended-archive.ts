import { type ArchiveStatus, MESSAGES, type SuspendedArchive } from '../../../contract/archive.ts'
import { findSuspended } from '../../accounts/suspended-member.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { UserRow } from '../../schema.ts'
import type { Services } from '../../services.ts'
import { linkFor } from '../export/archive-links.ts'
import { beginArchive, readArchive } from '../export/archives.ts'
import { isPassInTime, isPassOf, makePass, nameOfSuspended, ownerOfPass } from './suspended-pass.ts'

// Who is suspended takes along what they made: it is theirs still. They have no session, so that a
// pass stands for them, which opens nothing but their archive.

/** For who has proved who they are. Where there is no archive one is begun. */
export async function openSuspendedArchive(
  services: Services,
  user: UserRow,
): Promise<SuspendedArchive> {
  const { state } = await readArchive(user, services)
  if (state === 'none') await beginArchive(services, user.id)
  const pass = makePass(services.archiveSignatures, services.clock, user)
  return { pass, archive: await readArchive(user, services) }
}

/** Refuses (403) a pass that is over, as the others below. */
export async function readSuspendedArchive(
  services: Services,
  pass: string,
): Promise<ArchiveStatus> {
  return readArchive(await ownerBy(services, pass), services)
}

/** Another one, as for every member once a day (429). */
export async function renewSuspendedArchive(services: Services, pass: string): Promise<void> {
  const user = await ownerBy(services, pass)
  await beginArchive(services, user.id)
}

/** Refuses (404) where there is none. */
export async function linkSuspendedArchive(services: Services, pass: string) {
  const user = await ownerBy(services, pass)
  return linkFor(services, user.id, nameOfSuspended(services.archiveSignatures, user))
}

async function ownerBy(services: Services, pass: string): Promise<UserRow> {
  const { db, clock, archiveSignatures } = services
  const id = ownerOfPass(pass)
  const user = id === null ? undefined : await findSuspended(db, id)
  if (!user || !isPassOf(archiveSignatures, clock, user, pass)) {
    const sentence = isPassInTime(clock, pass) ? MESSAGES.passEnded : MESSAGES.passOver
    throw new HttpError('forbidden', sentence, { reason: 'pass_over' })
  }
  return user
}
