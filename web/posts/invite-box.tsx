import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, Link2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { queryKeys } from '../app/query-keys.ts'
import { useUser } from '../app/session.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { copyText } from './copy-text.ts'

const COPIED_SHOWN_MS = 2_000
const INVITE_FAILED = 'Failed to make an invitation'
/** With so many friends the box is one line: there is more to see here than whom to invite. */
const SETTLED_FRIENDS = 3

interface InviteBoxProps {
  /** One line: something else comes first. */
  isSlim?: boolean
}

/** Where people come by invitations, one is made as soon as the address is asked for. */
export function InviteBox({ isSlim = false }: InviteBoxProps) {
  const hasLittleRoom = useIsSettled() || isSlim
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { url, copy, isBusy, isCopied } = useInviteUrl(() => field.current?.select())
  return (
    <section
      className={clsx(
        'flex items-center gap-x-4 gap-y-2 rounded-card bg-ember-soft ps-4',
        hasLittleRoom ? '' : 'flex-wrap py-3 pe-3',
      )}
    >
      <label
        htmlFor={id}
        className={clsx('font-medium sm:flex-none', hasLittleRoom ? 'sr-only' : 'flex-1')}
      >
        Invite a friend
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        dir="ltr"
        value={url}
        placeholder="Made when you copy it"
        onFocus={(event) => event.target.select()}
        className={clsx(
          'min-w-0 truncate text-sm',
          hasLittleRoom
            ? 'min-h-11 flex-1 rounded-control bg-transparent'
            : 'order-last min-h-11 w-full rounded-control border border-line-strong bg-surface-raised px-3 sm:order-none sm:min-h-10 sm:w-auto sm:flex-1',
        )}
      />
      <Button
        size={hasLittleRoom ? 'small' : 'medium'}
        busy={isBusy}
        onClick={copy}
        className={hasLittleRoom ? 'rounded-card bg-ember-soft sm:min-h-11' : 'bg-surface-raised'}
      >
        <CopyLabel isCopied={isCopied} />
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </section>
  )
}

/** Whether the member has friends enough that others come before the wish for more of them. */
export function useIsSettled(): boolean {
  return useUser().friendCount >= SETTLED_FRIENDS
}

/** Where no program may copy, `onUncopied` is to select the address, to be copied by hand. */
function useInviteUrl(onUncopied: () => void) {
  const { inviteUrl } = useUser()
  const client = useQueryClient()
  const { data: made, isFetching } = useQuery({ ...madeInviteOptions, enabled: false })
  const toast = useToast()
  const [isCopied, markCopied] = useCopied()
  const url = inviteUrl ?? made?.url ?? ''

  async function copy() {
    try {
      // What is known is copied at once: after a wait, Safari takes the press for over.
      const text = url || (await client.fetchQuery({ ...madeInviteOptions, staleTime: 0 })).url
      if (await copyText(text)) markCopied()
      // Once the address that was just made stands there.
      else setTimeout(onUncopied)
      // Then it is looked at, where that is long ago.
      if (!inviteUrl) await client.fetchQuery(madeInviteOptions)
    } catch (error) {
      toast.alert(errorMessage(error, INVITE_FAILED))
    }
  }

  return { url, copy, isBusy: isFetching && !url, isCopied }
}

/** One link as long as somebody can come by it: only so many invitations are open at a time. */
export const madeInviteOptions = queryOptions({
  queryKey: queryKeys.madeInvite,
  queryFn: async ({ client }) => {
    const { inviteOnceMore } = await loadChunk(() => import('../app/invitations/api.ts'))
    return inviteOnceMore(client)
  },
  // Asked for again it may be made again.
  retry: false,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Both labels in one place, so that the button keeps its width. */
function CopyLabel({ isCopied }: { isCopied: boolean }) {
  const label = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span aria-hidden={isCopied} className={clsx(label, isCopied && 'invisible')}>
        <Link2 aria-hidden className="size-4.5" />
        Copy Link
      </span>
      <span aria-hidden={!isCopied} className={clsx(label, !isCopied && 'invisible')}>
        <Check aria-hidden className="size-4.5" />
        Copied!
      </span>
    </span>
  )
}

function useCopied(): [isCopied: boolean, markCopied: () => void] {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copies])
  return [copies > 0, () => setCopies(copies + 1)]
}
