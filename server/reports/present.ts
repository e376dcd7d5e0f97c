import type { ReportedThing } from '../../contract/reports.ts'
import { presentAuthor } from '../accounts/present.ts'
import type { MentionNames } from '../mentions/mentions.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, Services } from '../services.ts'
import type { EvidenceRow, FirstReportRow, ReasonRow, ReportImageRow } from './queries.ts'

type Images = Pick<Services, 'images'>

interface Told {
  reasons: ReasonRow[]
  evidence: EvidenceRow[]
  images: ReportImageRow[]
  names: MentionNames
  isForAdministrators: boolean
}

/** A thing with what was said of it: never by whom. */
export function presentThing(
  viewer: Actor,
  services: Images,
  row: FirstReportRow,
  { reasons, evidence, images, names, isForAdministrators }: Told,
): ReportedThing {
  const lines = evidence.filter(({ report_id }) => report_id === row.id)
  const ownImages = images.filter(({ report_id }) => report_id === row.id)
  const said = reasons.filter(({ first_id }) => first_id === row.id)
  return {
    _id: String(row.id),
    kind: row.kind,
    thingId: String(row.thing_id),
    member: presentAuthor(services.images, row.member_id, row),
    isAdministrator: isForAdministrators && row.is_admin === 1,
    isSuspended: isForAdministrators && row.suspended_until !== null,
    space:
      row.space_id === null || row.space_name === null
        ? null
        : { _id: String(row.space_id), name: row.space_name },
    evidence: lines.map((line, index) => ({
      ...presentLine(services, { ...line, text: names.read(line.text) }),
      ...(index === lines.length - 1
        ? { images: presentImages(viewer, services, ownImages), isReported: true }
        : { images: [], isReported: false }),
    })),
    reportCount: Number(said[0]?.count ?? 0),
    reports: said.map(({ reason, rule_id, text, created_at }) => ({
      ...{ reason, ruleId: rule_id, text },
      createdAt: isoTimestamp(created_at),
    })),
  }
}

function presentLine({ images }: Images, row: EvidenceRow) {
  return {
    member: presentAuthor(images, row.member_id, row),
    text: row.text,
    createdAt: isoTimestamp(row.created_at),
  }
}

function presentImages(viewer: Actor, { images }: Images, rows: ReportImageRow[]) {
  return rows.map((row) => ({ ...images.presentOfAnyKind(row, viewer.id), alt: row.alt }))
}
