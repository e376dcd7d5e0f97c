import { generatePath, useLocation, useNavigate } from 'react-router'
import { MESSAGES as BAN_MESSAGES } from '../../contract/space-bans.ts'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { paths } from '../app/paths.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { usePreservedFocus } from '../ui/preserved-focus.ts'
import { useJoinSpace } from './api.ts'
import { CancelRequestButton } from './membership/cancel-request-button.tsx'
import { useSpaceDialogs } from './space-dialogs.tsx'
import { actionFor } from './space-state.ts'

export function SpaceAction({ space }: { space: Space }) {
  const action = actionFor(space, Date.now())
  const preservedFocus = usePreservedFocus()
  return (
    <div {...preservedFocus} className="flex flex-wrap items-center justify-end gap-2 outline-none">
      {action === 'open' && <OpenLink space={space} />}
      {action === 'join' && <JoinButton space={space} />}
      {action === 'ask' && <AskButton space={space} />}
      {action === 'requested' && <Requested space={space} />}
      {action === 'full' && <Notice>Full</Notice>}
      {action === 'banned' && <Notice>{BAN_MESSAGES.isBanned(space.banReason ?? '')}</Notice>}
      {action === 'ask-later' && <Notice>{MESSAGES.askLater}</Notice>}
    </div>
  )
}

function OpenLink({ space }: { space: Space }) {
  const { search } = useLocation()
  return (
    <ButtonLink
      to={{ pathname: pathOf(space), search }}
      {...FROM_LIST}
      variant="primary"
      size="small"
      aria-label={`Open ${space.name}`}
    >
      Open
    </ButtonLink>
  )
}

/** Over the list, which stays as it is; where the space is open already, nothing is to be done. */
function useOpenSpace(space: Space): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (pathname !== pathOf(space)) void navigate({ pathname: pathOf(space), search }, FROM_LIST)
  }
}

const FROM_LIST = { state: { isFromList: true }, preventScrollReset: true }

function pathOf({ _id: id }: Space): string {
  return generatePath(paths.space, { id })
}

function JoinButton({ space }: { space: Space }) {
  const join = useJoinSpace(useOpenSpace(space))
  return (
    <Button
      variant="primary"
      size="small"
      aria-label={`Join ${space.name}`}
      busy={join.isPending}
      onClick={() => join.mutate(space._id)}
    >
      Join
    </Button>
  )
}

function AskButton({ space }: { space: Space }) {
  const dialogs = useSpaceDialogs()
  return (
    <Button
      variant="primary"
      size="small"
      aria-label={`Request Join: ${space.name}`}
      onClick={() => dialogs.open('ask', space)}
    >
      Request Join
    </Button>
  )
}

function Requested({ space }: { space: Space }) {
  return (
    <>
      <Notice>Requested</Notice>
      <CancelRequestButton space={space} />
    </>
  )
}

function Notice({ children }: { children: string }) {
  return (
    <p dir="auto" className="wrap-anywhere font-medium text-ink-soft text-sm">
      {children}
    </p>
  )
}
