import { useEffect, useEffectEvent, useState } from 'react'
import type { LoginAnswer } from '../../contract/accounts.ts'
import { MESSAGES, PASSKEY_CHALLENGE_MINUTES } from '../../contract/passkeys.ts'
import { errorMessage } from '../platform/api-client.ts'
import { passkeySupport } from '../platform/passkey-support.ts'
import { offerPasskeys, PasskeyError, signWithPasskey, stopOffering } from '../platform/passkeys.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { logInWithPasskey, readPasskeyRequest } from './api.ts'

interface PasskeySignInProps {
  rememberMe: boolean
  onSignedIn: (answer: LoginAnswer) => void
}

/** The way in without a password, by the button or among what the browser offers for the email. */
export function PasskeySignIn(props: PasskeySignInProps) {
  const support = passkeySupport()
  if (support === 'needs-https')
    return <p className="text-ink-soft text-sm">{MESSAGES.needsHttpsHere}</p>
  return support === 'here' && <PasskeyButton {...props} />
}

function PasskeyButton({ rememberMe, onSignedIn }: PasskeySignInProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function enter(askBrowser: () => Promise<unknown>) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onSignedIn(await logInWithPasskey(await askBrowser(), rememberMe))
    } catch (error) {
      const isInWords = error instanceof PasskeyError
      setProblem(isInWords ? error.message : errorMessage(error, MESSAGES.signInFailed))
      setIsBusy(false)
    }
  }
  useOffer(isBusy, (credential) => enter(async () => credential))

  return (
    <div className="flex flex-col gap-4">
      {problem && <Banner tone="error">{problem}</Banner>}
      <Button
        busy={isBusy}
        onClick={() => enter(async () => signWithPasskey(await readPasskeyRequest()))}
      >
        Sign in with a passkey
      </Button>
    </div>
  )
}

/** What the server gave to be signed is over before this page is left, at times. */
const OFFER_AGAIN_MS = (PASSKEY_CHALLENGE_MINUTES - 1) * 60_000

function useOffer(isPaused: boolean, onChosen: (credential: unknown) => Promise<void>) {
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (isPaused) return
    let isOver = false
    async function offer() {
      // Nobody asked for it, so nothing is said where there is none.
      const credential = await offerPasskeys(readPasskeyRequest).catch(() => null)
      if (credential && !isOver) await choose(credential)
    }
    void offer()
    const again = setInterval(offer, OFFER_AGAIN_MS)
    return () => {
      isOver = true
      clearInterval(again)
      void stopOffering()
    }
  }, [isPaused])
}
