import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBeforeUnload } from 'react-router'
import {
  MESSAGES,
  type SecondFactorSetup,
  type SecondFactorStatus,
} from '../../../contract/second-factor.ts'
import { useSession, useUser } from '../../app/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Section } from '../settings/section.tsx'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  secondFactorOptions,
} from './api.ts'
import { ActForm, CodeForm, useTakenFocus } from './code-forms.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

/** A code of an app besides the password: set up, seen to, turned off. */
export function SecondFactorSetting() {
  const client = useQueryClient()
  const toast = useToast()
  const { changeUser } = useSession()
  const { _id, isAdmin } = useUser()
  const query = useQuery(secondFactorOptions)
  const { data, isPending, isLoadingError } = query
  /** Null once it was given up. */
  const [setup, setSetup] = useState<SecondFactorSetup | null>()
  const [codes, setCodes] = useState<string[]>()

  const box = useFocusOnChange(codes ? 'codes' : setup ? 'setup' : data && String(data.isOn))

  async function changed(said: string) {
    setSetup(undefined)
    toast.success(said)
    await client.invalidateQueries(secondFactorOptions)
  }
  async function confirm(code: string) {
    setCodes(await confirmSecondFactor(code))
    changeUser({ _id, ...(isAdmin && { needsSecondFactor: false }) })
    await changed(MESSAGES.turnedOn)
  }
  async function renew() {
    setCodes(await renewRecoveryCodes())
    await client.invalidateQueries(secondFactorOptions)
  }
  async function end(code: string) {
    await endSecondFactor(code)
    changeUser({ _id, ...(isAdmin && { needsSecondFactor: true }) })
    await changed(MESSAGES.turnedOff)
  }

  return (
    <Section title="A code when you sign in">
      <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {isPending && <Spinner label="Loading how you sign in" />}
        {isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={query} />}
        {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
        {!codes && setup && (
          <Setup setup={setup} onCode={confirm} onCancel={() => setSetup(null)} />
        )}
        {!codes && !setup && data?.isOn === false && (
          <>
            <p className="text-ink-soft">
              With an app on your phone, such as Aegis or Google Authenticator, nobody gets in with
              your password alone.
            </p>
            <ActForm
              label="Set up"
              act={async () => setSetup(await beginSecondFactor())}
              takesFocus={setup === null}
            />
          </>
        )}
        {!codes && data?.isOn && <TurnedOn status={data} {...{ renew, end }} />}
      </div>
    </Section>
  )
}

interface TurnedOnProps {
  status: SecondFactorStatus
  renew: () => Promise<void>
  end: (code: string) => Promise<void>
}

function TurnedOn({ status, renew, end }: TurnedOnProps) {
  const { recoveryCodesLeft, endsAt } = status
  /** Null once it was given up. */
  const [isEnding, setIsEnding] = useState<true | null>()
  return (
    <>
      <p className="text-ink-soft">
        A code of your app is asked for besides your password. {codesLeft(recoveryCodesLeft)}
      </p>
      {endsAt && <Banner tone="info">{MESSAGES.ending(new Date(endsAt).toLocaleString())}</Banner>}
      <ActForm label="New recovery codes" act={renew} />
      {isEnding ? (
        <CodeForm label="Turn off" onCode={end} takesFocus onCancel={() => setIsEnding(null)} />
      ) : (
        <TurnOff onPress={() => setIsEnding(true)} takesFocus={isEnding === null} />
      )}
    </>
  )
}

function TurnOff({ onPress, takesFocus }: { onPress: () => void; takesFocus: boolean }) {
  const button = useTakenFocus<HTMLButtonElement>(takesFocus)
  return (
    <div>
      <Button ref={button} onClick={onPress}>
        Turn off
      </Button>
    </div>
  )
}

interface SetupProps {
  setup: SecondFactorSetup
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}

function Setup({ setup: { secret, uri }, onCode, onCancel }: SetupProps) {
  // The app may have scanned it: the next one is another.
  useBeforeUnload((event) => event.preventDefault())
  return (
    <>
      <p>{MESSAGES.started}</p>
      <QrCode text={uri} label="The secret of your account, for your app to scan" />
      <p className="text-ink-soft text-sm">
        Or type it:{' '}
        <code className="wrap-anywhere text-ink">{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <CodeForm label="Turn on" onCode={onCode} onCancel={onCancel} />
    </>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'You have no recovery code left.'
  return `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left.`
}
