import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { LoginAnswer } from '../../contract/accounts.ts'
import { MESSAGES, PASSKEY_CHALLENGE_MINUTES } from '../../contract/passkeys.ts'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { passkeySupport } from '../platform/passkey-support.ts'
import { offerPasskeys, PasskeyError, signWithPasskey, stopOffering } from '../platform/passkeys.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { logInWithPasskey, readPasskeyRequest } from './api.ts'

const SuspendedPasskeyPanel = lazyChunk(
  () => import('./suspended-panel.tsx'),
  'SuspendedPasskeyPanel',
)

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
  const [isKeptOut, setIsKeptOut] = useState(false)

  async function enter(askBrowser: () => Promise<unknown>) {
    setIsBusy(true)
    setProblem(undefined)
    setIsKeptOut(false)
    try {
      onSignedIn(await logInWithPasskey(await askBrowser(), rememberMe))
    } catch (error) {
      const isInWords = error instanceof PasskeyError
      setProblem(isInWords ? error.message : errorMessage(error, MESSAGES.signInFailed))
      setIsKeptOut(error instanceof ApiError && error.code === 'suspended')
      setIsBusy(false)
    }
  }
  useOffer(isBusy, (credential) => enter(async () => credential))

  return (
    <div className="flex flex-col gap-4">
      {problem && <Banner tone="error">{problem}</Banner>}
      {isKeptOut && (
        <Suspense>
          <SuspendedPasskeyPanel prove={openByPasskey} />
        </Suspense>
      )}
      <Button
        busy={isBusy}
        onClick={() => enter(async () => signWithPasskey(await readPasskeyRequest()))}
      >
        Sign in with a passkey
      </Button>
    </div>
  )
}

/** It is asked for once more: what it signed before was for the sign-in that was refused. */
async function openByPasskey() {
  const { openArchiveByPasskey } = await loadChunk(() => import('./suspension-api.ts'))
  try {
    return await openArchiveByPasskey(await signWithPasskey(await readPasskeyRequest()))
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    throw new ApiError({ status: 400, body: { msg: error.message } })
  }
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
