import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MESSAGES,
  PASSKEY_NAME_MAX,
  PASSKEYS_MAX,
  type Passkey,
} from '../../../contract/passkeys.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { useForm } from '../../platform/form/use-form.ts'
import { passkeySupport } from '../../platform/passkey-support.ts'
import { PasskeyError } from '../../platform/passkeys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { countedLength } from '../../ui/character-counter.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from '../settings/section.tsx'
import { ActFailure } from './act-failure.tsx'
import { addPasskey, passkeysOptions, removePasskey } from './passkey-api.ts'
import { asksToConfirm, useConfirmedAct } from './use-confirmed-act.tsx'

export function PasskeySetting() {
  const query = useQuery(passkeysOptions)
  const { data, isPending, isLoadingError } = query
  const isPossible = data?.rpId !== null && passkeySupport() !== 'needs-https'
  return (
    <Section title="Passkeys">
      <p className="text-ink-soft">
        With a passkey you sign in by your finger, your face or the PIN of your device, without a
        password. It lies on the device, or in your password manager.
      </p>
      {isPending && <Spinner label="Loading your passkeys" />}
      {isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={query} />}
      {data && data.passkeys.length > 0 && <PasskeyRows passkeys={data.passkeys} />}
      {!isPossible && <p>{MESSAGES.needsHttps}</p>}
      {data && isPossible && data.passkeys.length < PASSKEYS_MAX && <NewPasskey />}
    </Section>
  )
}

function PasskeyRows({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [asked, setAsked] = useState<Passkey>()
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const toast = useToast()
  const { run, field } = useConfirmedAct()
  async function remove() {
    if (!asked) return
    await removePasskey(asked._id)
    toast.success(MESSAGES.removed)
    await client.invalidateQueries(passkeysOptions)
  }
  return (
    <>
      <ul className="flex flex-col gap-1">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            onRemove={() => {
              setAsked(passkey)
              setIsOpen(true)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        sentence={`Remove the passkey “${asked?.name}”?`}
        confirmLabel="Remove"
        isDanger
        onConfirm={() => run(remove)}
        describeError={(error) =>
          asksToConfirm(error) ? '' : errorMessage(error, MESSAGES.removeFailed)
        }
      >
        {field}
      </ConfirmDialog>
    </>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, worksAt } = passkey
  return (
    <li className="flex items-center gap-3 py-1.5">
      <p className="min-w-0 flex-1 leading-snug">
        <span className="wrap-anywhere block font-semibold">{name}</span>
        <span className="text-ink-soft text-sm">
          {worksAt === null ? (
            <>
              {lastUsedAt ? 'Used ' : 'Added '}
              <RelativeTime dateTime={lastUsedAt ?? createdAt} isWithinSentence />
            </>
          ) : (
            MESSAGES.endedByMove(worksAt)
          )}
        </span>
      </p>
      <Button size="small" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  )
}

function NewPasskey() {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const toast = useToast()
  const { run, field } = useConfirmedAct()
  const form = useForm<string, 'name'>({
    parse() {
      setProblem(undefined)
      if (name.trim() === '') return { errors: { name: MESSAGES.nameRequired } }
      if (countedLength(name) > PASSKEY_NAME_MAX) return { errors: { name: MESSAGES.nameLong } }
      return { data: name }
    },
    async send(typed) {
      try {
        await run(() => addPasskey(typed))
        setName('')
        toast.success(MESSAGES.added)
        await client.invalidateQueries(passkeysOptions)
      } catch (error) {
        if (!(error instanceof PasskeyError)) throw error
        setProblem(error.message)
      }
    },
    failed: MESSAGES.addFailed,
    fields: ['name'],
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <ActFailure failure={form.failure} />
      {problem && <Banner tone="error">{problem}</Banner>}
      <TextField
        label="Name of the passkey"
        description="Such as the device it is on."
        name="name"
        autoComplete="off"
        counterMax={PASSKEY_NAME_MAX}
        value={name}
        error={form.errors.name}
        readOnly={form.isSubmitting}
        onChange={({ target }) => {
          setName(target.value)
          form.setErrors({ name: undefined })
        }}
        required
      />
      {field}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.isSubmitting}>
          Add a passkey
        </Button>
      </div>
    </form>
  )
}
