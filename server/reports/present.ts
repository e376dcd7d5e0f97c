import type { ReportedThing } from '../../contract/reports.ts'
import { presentAuthor } from '../accounts/present.ts'
import type { Actor, Services } from '../services.ts'
import type { EvidenceRow, FirstReportRow, ReasonRow } from './queries.ts'

type Images = Pick<Services, 'images'>

/** A thing with what was said of it: never by whom. */
export function presentThing(
  viewer: Actor,
  services: Images,
  row: FirstReportRow,
  { reasons, evidence }: { reasons: ReasonRow[]; evidence: EvidenceRow[] },
): ReportedThing {
  const lines = evidence.filter(({ report_id }) => report_id === row.id)
  return {
    _id: String(row.id),
    kind: row.kind,
    thingId: String(row.thing_id),
    member: presentAuthor(services.images, row.member_id, row),
    isAdministrator: row.is_admin === 1,
    space:
      row.space_id === null || row.space_name === null
        ? null
        : { _id: String(row.space_id), name: row.space_name },
    evidence: lines.map((line, index) => ({
      ...presentLine(viewer, services, line),
      isReported: index === lines.length - 1,
    })),
    reports: reasons
      .filter(({ first_id }) => first_id === row.id)
      .map(({ reason, rule_id, text, created_at }) => ({
        ...{ reason, ruleId: rule_id, text },
        createdAt: new Date(created_at).toISOString(),
      })),
  }
}

function presentLine(viewer: Actor, { images }: Images, row: EvidenceRow) {
  return {
    member: presentAuthor(images, row.member_id, row),
    text: row.text,
    image: presentImage(viewer, images, row),
    createdAt: new Date(row.created_at).toISOString(),
  }
}

/** Photos have addresses of their own. */
function presentImage(viewer: Actor, images: Services['images'], row: EvidenceRow) {
  const { image_id: id, image_width: width, image_height: height } = row
  const { image_placeholder: placeholder, image_widths: widths, image_alt: alt } = row
  if (!id || width === null || height === null || placeholder === null || widths === null)
    return null
  const url = row.image_kind === 'photo' ? images.photoUrl(id) : null
  if (url) return { width, height, placeholder, alt, sources: [{ width, url }] }
  return { ...images.shown({ id, width, height, placeholder, widths }, viewer.id), alt }
}
