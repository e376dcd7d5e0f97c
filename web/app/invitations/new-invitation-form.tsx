import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DAY_MS } from '../../../contract/durations.ts'
import {
  INVITE_DAYS_DEFAULT,
  INVITE_DAYS_MAX,
  INVITE_NOTE_MAX,
  INVITE_USES_DEFAULT,
  INVITE_USES_MAX,
  type InviteLink,
  inviteBody,
  MESSAGES,
} from '../../../contract/invites.ts'
import { FormFailureBanner } from '../../accounts/form-failure-banner.tsx'
import { fieldErrors } from '../../platform/form/field-errors.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { mySpacesOptions } from '../../spaces/api.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { makeInvite } from './api.ts'

const WITHOUT_LIMIT = 'any'
const USES = [
  ...[1, INVITE_USES_DEFAULT, 25, INVITE_USES_MAX].map((count) => ({
    value: String(count),
    label: String(count),
  })),
  { value: WITHOUT_LIMIT, label: 'As many as want to' },
]
const DAYS = [
  { value: '1', label: 'A day' },
  { value: '7', label: 'A week' },
  { value: String(INVITE_DAYS_DEFAULT), label: 'Two weeks' },
  { value: '30', label: 'A month' },
  { value: String(INVITE_DAYS_MAX), label: 'A year' },
]
const NO_SPACE = ''

export function NewInvitationForm({ onMade }: { onMade: (made: InviteLink) => Promise<void> }) {
  const [note, setNote] = useState('')
  const [uses, setUses] = useState(String(INVITE_USES_DEFAULT))
  const [days, setDays] = useState(String(INVITE_DAYS_DEFAULT))
  const spaces = useOpenSpaces()
  const [spaceId, setSpaceId] = useState(NO_SPACE)
  const { errors, failure, isSubmitting, setErrors, submit } = useForm({
    parse() {
      const wrong = fieldErrors(inviteBody, { note })
      return Object.keys(wrong).length > 0 ? { errors: wrong } : { data: undefined }
    },
    async send() {
      await onMade(
        await makeInvite({
          note,
          uses: uses === WITHOUT_LIMIT ? null : Number(uses),
          until: inDays(Number(days)),
          ...(spaces.open.some(({ _id }) => _id === spaceId) && { spaceId }),
        }),
      )
    },
    failed: MESSAGES.makeFailed,
    fields: ['note', 'spaceId'],
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormFailureBanner failure={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="How many may come" value={uses} onChange={setUses} options={USES} />
        <SelectField label="The link works for" value={days} onChange={setDays} options={DAYS} />
      </div>
      <SpaceField
        spaces={spaces}
        value={spaceId}
        onChange={(id) => {
          setSpaceId(id)
          setErrors({ spaceId: undefined })
        }}
        error={errors.spaceId}
      />
      <TextField
        name="note"
        label="A note for yourself"
        description="Whom it is for. Nobody else reads it."
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={errors.note}
        counterMax={INVITE_NOTE_MAX}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" busy={isSubmitting} className="self-start">
        Make an invitation
      </Button>
    </form>
  )
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS - 1_000).toISOString()
}

/**
 * Those that a member is in, undefined before they are known; and into which they may let somebody.
 */
function useOpenSpaces() {
  const { data: all } = useQuery(mySpacesOptions())
  return { all, open: all?.filter(({ isPrivate, isAdmin }) => !isPrivate || isAdmin) ?? [] }
}

interface SpaceFieldProps {
  spaces: ReturnType<typeof useOpenSpaces>
  value: string
  onChange: (spaceId: string) => void
  error: string | undefined
}

function SpaceField({ spaces: { all, open }, ...field }: SpaceFieldProps) {
  return (
    <SelectField
      {...field}
      label="Space they join"
      // It stands there before the spaces are known, so that nothing moves when they come.
      description={all?.length === 0 ? 'You are in no space yet.' : MESSAGES.privateSpace}
      disabled={open.length === 0}
      options={[
        { value: NO_SPACE, label: 'None' },
        ...open.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  )
}
