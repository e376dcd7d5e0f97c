import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '../../../contract/passkeys.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { passkeySupport } from '../../platform/passkey-support.ts'
import { PasskeyError } from '../../platform/passkeys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { confirmByPasskey, passkeysOptions } from './passkey-api.ts'

/** In place of the password, for who has a passkey that works here. */
export function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const isPossible = passkeySupport() === 'here'
  const { data } = useQuery({ ...passkeysOptions, enabled: isPossible })
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  if (!isPossible || !data?.passkeys.some(({ worksAt }) => worksAt === null)) return null

  async function confirm() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await confirmByPasskey()
      onConfirmed()
    } catch (error) {
      const isInWords = error instanceof PasskeyError
      setProblem(isInWords ? error.message : errorMessage(error, MESSAGES.notRight))
      setIsBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-4">
      {problem && <Banner tone="error">{problem}</Banner>}
      <Button busy={isBusy} onClick={confirm}>
        Use a passkey instead
      </Button>
    </div>
  )
}
