import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { generatePath, Outlet, useMatch } from 'react-router'
import { paths } from '../app/paths.ts'
import { useNavigateAndWait } from '../app/router-view.tsx'
import { whenIdle } from '../app/when-idle.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { useMediaQuery } from '../platform/media-query.ts'
import { Button } from '../ui/button.tsx'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { Page } from '../ui/page.tsx'
import { loadSpaceLists } from './load-space-lists.ts'
import { SpaceDialogsProvider } from './space-dialogs.tsx'
import { useSpacesSync } from './space-events.ts'

const SpaceLists = lazyChunk(loadSpaceLists, 'SpaceLists')
const SpaceFormDialog = lazyChunk(() => import('./form/space-form-dialog.tsx'), 'SpaceFormDialog')

// Spaces: rooms for one theme, to find, to found and to be in. The address says what is listed, and
// stays while a space is open over the list, which is then where one left it.

export function SpacesScreen() {
  useSpacesSync()
  const isCovered = useIsCovered()
  const isNeeded = useIsFetchedAhead() || !isCovered
  return (
    <Page title="Spaces" width="wide" actions={<CreateSpace />}>
      <SpaceDialogsProvider>
        {isNeeded && (
          <Suspense>
            <SpaceLists isCovered={isCovered} />
          </Suspense>
        )}
      </SpaceDialogsProvider>
      <Outlet />
    </Page>
  )
}

/** On a phone a space opened by a link covers the lists: they are drawn when it closes. */
function useIsCovered(): boolean {
  const isOpen = useMatch(paths.space) !== null
  const isPhone = useMediaQuery('(width < 40rem)')
  const [wasSeen, setWasSeen] = useState(false)
  const isSeen = wasSeen || !isOpen || !isPhone
  if (isSeen && !wasSeen) setWasSeen(true)
  return !isSeen
}

/** Whether the code of the lists is there although nobody sees them yet: the room comes first. */
function useIsFetchedAhead(): boolean {
  const client = useQueryClient()
  const [isFetched, setIsFetched] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const note = () => !left.signal.aborted && startTransition(() => setIsFetched(true))
    // If it fails, the lists themselves will say so.
    const load = async () => (await whenIdle(client, left.signal)) && loadSpaceLists()
    load().then(note, () => {})
    return () => left.abort()
  }, [client])
  return isFetched
}

/** The new space opens at once, ready for its first message. */
function CreateSpace() {
  const visit = useNavigateAndWait()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-5" />
        Create Space
      </Button>
      <LazyDialog isOpen={isOpen} onClose={close}>
        <SpaceFormDialog
          isOpen={isOpen}
          onClose={close}
          // While the dialog is open, so that the space takes the dialog's place in the history.
          onSaved={({ _id }) =>
            visit(
              { pathname: generatePath(paths.space, { id: _id }), search: '?tab=mine' },
              { replace: true },
            )
          }
        />
      </LazyDialog>
    </>
  )
}
