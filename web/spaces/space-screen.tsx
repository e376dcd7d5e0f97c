import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DoorClosed, X } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { paths } from '../app/paths.ts'
import { queryKeys } from '../app/query-keys.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { leadsNowhere } from '../platform/not-there.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState, type Retryable } from '../ui/error-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useDeferredReady } from '../ui/progressive-rendering.ts'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'
import { spaceOptions } from './api.ts'
import { useCloseToList } from './close-to-list.ts'
import { Chat } from './messages/chat.tsx'
import { ChatFrame } from './messages/chat-frame.tsx'
import { SpaceAction } from './space-action.tsx'
import { SpaceCard } from './space-card.tsx'
import { SpaceDialogsProvider } from './space-dialogs.tsx'
import { usePendingExits } from './space-exit.ts'

// One space at an address of its own, open over the list of all: its chat for a member, its card
// for everybody else. Who can be in it no longer is told so, and finds the list again.

const JoinRequestsDialog = lazyChunk(
  () => import('./membership/join-requests-dialog.tsx'),
  'JoinRequestsDialog',
)

const LOAD_FAILED = 'The space could not be loaded.'
const REMOVED = 'You are not in this space any more.'

export function SpaceScreen() {
  const { id = '' } = useParams()
  const close = useCloseToList(paths.spaces)
  const isExiting = usePendingExits().some(({ spaceId }) => spaceId === id)
  // Who goes by themselves is not to be told that the space is gone.
  const space = useQuery({ ...spaceOptions(id), enabled: !isExiting })
  const isDrawn = useDeferredReady(!space.isPending)
  const isMissing = leadsNowhere(space.error)
  useRemovalNotice(id, space.data, isMissing, close)
  return (
    <ChatFrame
      title={space.data?.name ?? 'Space'}
      palette={space.data?.colorPalette}
      onClose={close}
    >
      <SpaceDialogsProvider onExit={close}>
        {!(isDrawn && space.data?.isMember) && <CloseBar onClose={close} />}
        {isMissing ? (
          <EmptyState
            icon={<DoorClosed />}
            text={MESSAGES.spaceMissing}
            action={<Button onClick={close}>Back to Spaces</Button>}
          />
        ) : (
          <>
            {!isDrawn && <Spinner label="Loading the space" className="m-auto text-ember" />}
            {isDrawn && space.isLoadingError && <ErrorState text={LOAD_FAILED} query={space} />}
            {isDrawn && space.data && (
              <OpenSpace key={id} space={space.data} query={space} onClose={close} />
            )}
          </>
        )}
      </SpaceDialogsProvider>
    </ChatFrame>
  )
}

interface OpenSpaceProps {
  space: Space
  query: Retryable
  onClose: () => Promise<void>
}

function OpenSpace({ space, query, onClose }: OpenSpaceProps) {
  const [isRequestsOpen, closeRequests] = useRequestsUrlState()
  const isOutdated = useIsOutdated(spaceOptions(space._id).queryKey)
  if (!space.isMember) {
    return (
      <div className="m-auto w-full max-w-md overflow-y-auto p-4">
        {isOutdated && <RefreshFailed isInDialog text={LOAD_FAILED} query={query} />}
        <SpaceCard space={space} action={<SpaceAction space={space} />} />
      </div>
    )
  }
  return (
    <>
      <Chat space={space} onClose={onClose} />
      {space.isAdmin && (
        <Suspense>
          <JoinRequestsDialog space={space} isOpen={isRequestsOpen} onClose={closeRequests} />
        </Suspense>
      )}
    </>
  )
}

/** Where there is no chat, whose header has it. */
function CloseBar({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex justify-end p-2">
      <IconButton label="Close" icon={<X />} onClick={onClose} />
    </div>
  )
}

function useRequestsUrlState(): [isOpen: boolean, close: () => void] {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const close = () => {
    const rest = new URLSearchParams(params)
    rest.delete('requests')
    setParams(rest, { replace: true, preventScrollReset: true, state })
  }
  return [params.get('requests') === '1', close]
}

/** Who was in the space and is not, by another's act, is told why it closes. */
function useRemovalNotice(
  id: string,
  space: Space | undefined,
  isMissing: boolean,
  close: () => void,
): void {
  const toast = useToast()
  const client = useQueryClient()
  const wasMember = useRef(false)
  const isOut = isMissing || space?.isMember === false
  useEffect(() => {
    if (!isOut) {
      wasMember.current ||= space?.isMember === true
      return
    }
    if (!wasMember.current) return
    wasMember.current = false
    const isOwnDoing = client.getQueryData([...queryKeys.removedByMe, 'space', id])
    if (!isOwnDoing) toast.alert(isMissing ? MESSAGES.spaceMissing : REMOVED)
    close()
  }, [id, isOut, isMissing, space?.isMember, toast, client, close])
}
