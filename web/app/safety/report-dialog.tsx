import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MESSAGES as BLOCK_MESSAGES } from '../../../contract/blocks.ts'
import {
  MESSAGES,
  REPORT_REASONS,
  REPORT_TEXT_MAX,
  type ReportKind,
  type ReportReason,
  reportBody,
} from '../../../contract/reports.ts'
import { ApiError, errorMessage } from '../../platform/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useToast } from '../../ui/toast.tsx'
import { communityOptions } from '../community-api.ts'
import { type Reportable, report, type SafetyPerson } from './api.ts'

interface ReportDialogProps {
  person: SafetyPerson
  thing: Reportable
  onClose: () => void
}

const REASONS: Record<ReportReason, string> = {
  spam: 'It is spam',
  unkind: 'It is unkind',
  unsafe: 'It may harm somebody',
  rule: 'It is against a rule here',
  other: 'Something else',
}

/** Says who will look at it and what they get to see, before it is sent. */
export function ReportDialog({ person, thing, onClose }: ReportDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const rules = useQuery(communityOptions).data?.rules ?? []
  const { reason, setReason, requireReason, field } = useReason()
  const [ruleId, setRuleId] = useState('')
  const [text, setText] = useState('')
  const [alsoBlock, setAlsoBlock] = useState(false)
  const rule = ruleId || rules[0]?.title

  async function send() {
    const given = { ...thing, reason: requireReason(), text, alsoBlock }
    const body = given.reason === 'rule' && rule ? { ...given, ruleId: rule } : given
    requireFits(body)
    toast.success(await report(client, body, person._id))
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={questionOf(thing.kind, person.username)}
      details={detailsOf(thing.kind, person.username)}
      confirmLabel="Report"
      onConfirm={send}
      describeError={failureOf}
    >
      <SelectField
        {...field}
        label="What is wrong?"
        options={reasonsToChoose(rules.length > 0)}
        value={reason}
        onChange={setReason}
      />
      {reason === 'rule' && (
        <SelectField
          label="Which rule?"
          options={rules.map(({ title }) => ({ value: title, label: title }))}
          value={rule ?? ''}
          onChange={setRuleId}
        />
      )}
      <TextArea
        label="What should we know? (optional)"
        value={text}
        counterMax={REPORT_TEXT_MAX}
        tooLong={MESSAGES.textLong}
        onChange={(event) => setText(event.target.value)}
      />
      <Checkbox
        label={`Also block ${person.username}`}
        checked={alsoBlock}
        onChange={setAlsoBlock}
      />
      {alsoBlock && (
        <p className="text-ink-soft text-sm">{BLOCK_MESSAGES.blockDetails(person.username)}</p>
      )}
    </ConfirmDialog>
  )
}

function reasonsToChoose(hasRules: boolean) {
  const offered = REPORT_REASONS.filter((each) => each !== 'rule' || hasRules)
  return [
    { value: '' as const, label: 'Please choose' },
    ...offered.map((value) => ({ value, label: REASONS[value] })),
  ]
}

class ReasonMissing extends Error {}

/** What is missing is said at its field. */
function failureOf(error: unknown): string {
  return error instanceof ReasonMissing ? '' : errorMessage(error, MESSAGES.reportFailed)
}

/** Nothing is chosen for who reports: nobody shall say of somebody what they did not mean. */
function useReason() {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [isMissed, setIsMissed] = useState(false)
  const select = useRef<HTMLSelectElement>(null)

  /** Throws where there is none, and leads to where it is chosen. */
  function requireReason(): ReportReason {
    if (reason !== '') return reason
    // Said before the field has the focus, so that it is read out with it.
    flushSync(() => setIsMissed(true))
    select.current?.focus()
    throw new ReasonMissing()
  }

  const error = isMissed && reason === '' ? MESSAGES.reasonMissing : undefined
  return { reason, setReason, requireReason, field: { ref: select, error } }
}

function questionOf(kind: ReportKind, name: string): string {
  if (kind === 'profile') return `Report ${name}?`
  return kind === 'space' ? 'Report this space?' : `Report this ${kind} by ${name}?`
}

function detailsOf(kind: ReportKind, name: string): string {
  const copy =
    kind === 'message'
      ? 'Whoever runs this space looks at it first, and after two days the administrators; in a conversation of your own, they alone. They get a copy of this message and of the five before it.'
      : `The administrators look at it. They get a copy of the ${kind} as it is now.`
  return `${copy} ${name} is not told who reported.`
}

/** Throws, as the server would, where something does not fit. */
function requireFits(body: object): void {
  const { error } = reportBody.safeParse(body)
  if (error) throw new ApiError({ status: 400, body: { msg: error.issues[0]?.message } })
}
