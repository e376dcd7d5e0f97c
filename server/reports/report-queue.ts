import { REPORTED_THINGS_SHOWN, type ReportQueue } from '../../contract/reports.ts'
import { readMentions } from '../mentions/mentions.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { requireAdminOf } from '../spaces/space-admin.ts'
import { presentThing } from './present.ts'
import * as queries from './queries.ts'

export function readReports(actor: Actor, services: Services): Promise<ReportQueue> {
  return readQueue(actor, services, null)
}

/** What was said in a space and waits for whoever runs it. Refuses (403) who does not. */
export async function readSpaceReports(
  actor: Actor,
  services: Services,
  spaceId: Id,
): Promise<ReportQueue> {
  await requireAdminOf(actor, services.db, spaceId)
  return readQueue(actor, services, spaceId)
}

async function readQueue(
  actor: Actor,
  services: Services,
  spaceId: Id | null,
): Promise<ReportQueue> {
  const { db } = services
  const queue = { viewer: actor.id, spaceId, now: services.clock() }
  const first = await queries.firstReports(db, queue, REPORTED_THINGS_SHOWN)
  const ids = first.map(({ id }) => id)
  if (ids.length === 0) return { things: [], total: 0 }
  const reasons = await queries.reasonsOf(db, queue, ids)
  const evidence = await queries.evidenceOf(db, ids)
  const images = await queries.imagesOf(db, ids)
  const names = await readMentions(
    db,
    actor.id,
    evidence.map(({ text }) => text),
  )
  const told = { reasons, evidence, images, names, isForAdministrators: spaceId === null }
  return {
    things: first.map((row) => presentThing(actor, services, row, told)),
    total: ids.length < REPORTED_THINGS_SHOWN ? ids.length : await queries.countThings(db, queue),
  }
}
