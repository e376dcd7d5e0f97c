import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES } from '../../../contract/invites.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { copyText } from '../../posts/copy-text.ts'
import { madeInviteOptions } from '../../posts/invite-box.tsx'
import { Button } from '../../ui/button.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function InvitationStep({ onDone }: SetupStepProps) {
  const client = useQueryClient()
  const { data: made } = useQuery({ ...madeInviteOptions, enabled: false })
  const url = made?.url ?? ''
  const [said, setSaid] = useState('')
  const [isPending, setIsPending] = useState(false)

  async function copy() {
    setIsPending(true)
    try {
      const link = url || (await client.fetchQuery({ ...madeInviteOptions, staleTime: 0 })).url
      setSaid(
        (await copyText(link)) ? 'Copied! Send it to somebody you like.' : 'Copy the link above.',
      )
      // Then it is looked at, where that is long ago.
      await client.fetchQuery(madeInviteOptions)
    } catch (error) {
      setSaid(errorMessage(error, MESSAGES.makeFailed))
    } finally {
      setIsPending(false)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-soft text-sm">
        Who comes by your link is asked to be your friend. It works five times, for two weeks.
      </p>
      {url && (
        <input
          readOnly
          dir="ltr"
          aria-label="The link"
          value={url}
          onFocus={(event) => event.target.select()}
          className="min-h-11 w-full min-w-0 truncate rounded-control border border-line-strong bg-surface px-3 text-sm"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={copy} busy={isPending}>
          {url ? 'Copy again' : 'Copy a link'}
        </Button>
        <Button variant={url ? 'primary' : undefined} onClick={onDone}>
          {url ? 'Done' : 'Not now'}
        </Button>
      </div>
      <p role="status" className="text-sm empty:sr-only">
        {said}
      </p>
    </div>
  )
}
