import type { ReportedThing, ReportReason } from '../../../contract/reports.ts'

const REASONS: Record<ReportReason, string> = {
  spam: 'Spam',
  unkind: 'Unkind',
  unsafe: 'Unsafe',
  rule: 'Against a rule',
  other: 'Something else',
}

/** What those who reported it said: never who they are. */
export function ReportReasons({ thing: { reports, reportCount } }: { thing: ReportedThing }) {
  const more = reportCount - reports.length
  return (
    <ul aria-label="What was said of it" className="flex flex-col gap-1 text-sm">
      {reports.map(({ reason, ruleId, text, createdAt }) => (
        <li key={createdAt + reason + text}>
          <span className="font-medium">{ruleId ? `Rule: ${ruleId}` : REASONS[reason]}</span>{' '}
          {text && (
            <span dir="auto" className="wrap-anywhere text-ink-soft">
              {`“${text}”`}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li className="text-ink-soft">{`And ${more.toLocaleString('en')} more.`}</li>}
    </ul>
  )
}
