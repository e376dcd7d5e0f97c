import { useQuery, useQueryClient } from '@tanstack/react-query'
import { APPEAL_MAX, MESSAGES, type Suspension } from '../../contract/suspension.ts'
import { ApiError } from '../platform/api-error.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { takeLostFocus } from '../ui/lost-focus.ts'
import { TextArea } from '../ui/text-area.tsx'
import { CodeField } from './code-field.tsx'
import { FormFailureBanner } from './form-failure-banner.tsx'
import { type Identity, sendAppeal, suspensionOptions } from './suspension-api.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCodeStep } from './use-code-step.ts'

/** What who is suspended can do: write to the administrators once, and read their answer. */
export function AppealPanel({ identity }: { identity: Identity }) {
  const suspension = useQuery(suspensionOptions(identity))
  if (suspension.isLoadingError)
    return (
      <ErrorState
        text="What you write to the administrators could not be loaded."
        query={suspension}
      />
    )
  if (!suspension.data) return null
  const { appeal } = suspension.data
  return appeal ? <SentAppeal appeal={appeal} /> : <AppealForm identity={identity} />
}

function SentAppeal({ appeal }: { appeal: NonNullable<Suspension['appeal']> }) {
  return (
    <div ref={takeLostFocus} tabIndex={-1} className="outline-none">
      <Banner tone="info">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <span className="font-medium">You wrote: </span>
          {appeal.text}
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap pt-2">
          {appeal.answer ? (
            <>
              <span className="font-medium">The administrators answered: </span>
              {appeal.answer}
            </>
          ) : (
            MESSAGES.appealSent
          )}
        </p>
      </Banner>
    </div>
  )
}

function AppealForm({ identity }: { identity: Identity }) {
  const client = useQueryClient()
  const { asksCode, box, ...step } = useCodeStep()
  const form = useAccountForm({
    empty: { text: '', code: '' },
    check: ({ text, code }): { text?: string; code?: string } => ({
      ...(text.trim() === '' && { text: MESSAGES.appealMissing }),
      ...step.check(code),
    }),
    failed: MESSAGES.appealFailed,
    send: ({ text, code }) =>
      step.send(code, async (typed) => {
        const showSent = () => client.invalidateQueries(suspensionOptions(identity))
        try {
          await sendAppeal(identity, text, typed)
        } catch (error) {
          // Written already: the answer to an attempt before was lost.
          if (error instanceof ApiError && error.code === 'conflict') await showSent()
          throw error
        }
        await showSent()
      }),
  })
  return (
    <form ref={box} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <FormFailureBanner failure={form.failure} />
      <TextArea
        {...form.field('text')}
        label="Write to the administrators"
        description="Once. They answer here."
        rows={4}
        counterMax={APPEAL_MAX}
      />
      {asksCode && <CodeField {...form.field('code')} />}
      <Button type="submit" busy={form.isSubmitting}>
        Send
      </Button>
    </form>
  )
}
