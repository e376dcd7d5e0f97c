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
import { ApiError, errorMessage, isGoneOrTaken } from '../../platform/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useToast } from '../../ui/toast.tsx'
import { communityOptions } from '../community-api.ts'
import { type Reportable, report, type SafetyPerson } from './api.ts'
import { useReportText } from './report-text.ts'

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

/**
 * Says who will look at it and what they get to see, before it is sent. The words stay until it is,
 * or no other try can send them: what it was about is gone, or they reported it before.
 */
export function ReportDialog({ person, thing, onClose }: ReportDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const rules = useQuery(communityOptions).data?.rules ?? []
  const reason = useChoice<ReportReason>(MESSAGES.reasonMissing)
  const rule = useChoice(MESSAGES.ruleMissing)
  const [text, setText] = useReportText(thing)
  const [alsoBlock, setAlsoBlock] = useState(false)

  async function send() {
    const given = { ...thing, reason: reason.require(), text, alsoBlock }
    const body = given.reason === 'rule' ? { ...given, ruleId: rule.require() } : given
    requireFits(body)
    try {
      toast.success(await report(client, body, person._id))
      setText('')
    } catch (error) {
      if (isGoneOrTaken(error)) setText('')
      throw error
    }
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
        {...reason.field}
        label="What is wrong?"
        options={reasonsToChoose(rules.length > 0)}
      />
      {reason.field.value === 'rule' && (
        <SelectField
          {...rule.field}
          label="Which rule?"
          options={[NOTHING_CHOSEN, ...rules.map(({ title }) => ({ value: title, label: title }))]}
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

const NOTHING_CHOSEN = { value: '' as const, label: 'Please choose' }

function reasonsToChoose(hasRules: boolean) {
  const offered = REPORT_REASONS.filter((each) => each !== 'rule' || hasRules)
  return [NOTHING_CHOSEN, ...offered.map((value) => ({ value, label: REASONS[value] }))]
}

class ChoiceMissing extends Error {}

/** What is missing is said at its field. */
function failureOf(error: unknown): string {
  return error instanceof ChoiceMissing ? '' : errorMessage(error, MESSAGES.reportFailed)
}

/** Nothing is chosen for who reports: nobody shall say of somebody what they did not mean. */
function useChoice<Value extends string>(missing: string) {
  const [value, onChange] = useState<Value | ''>('')
  const [isMissed, setIsMissed] = useState(false)
  const ref = useRef<HTMLSelectElement>(null)

  /** Throws where there is none, and leads to where it is chosen. */
  function require(): Value {
    if (value !== '') return value
    // Said before the field has the focus, so that it is read out with it.
    flushSync(() => setIsMissed(true))
    ref.current?.focus()
    throw new ChoiceMissing()
  }

  const error = isMissed && value === '' ? missing : undefined
  return { require, field: { ref, value, onChange, error, required: true } }
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
