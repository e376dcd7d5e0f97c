import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { closeDialogs } from '../../ui/dialog-history.ts'
import { POST_CREATED } from './post-created.ts'
import { PostSent } from './post-sent.tsx'
import type { PostTheme } from './post-theme.ts'
import { ThemedComposer } from './themed-composer.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerSheetProps {
  isOpen: boolean
  theme: PostTheme | undefined
  /** Another number each time that it is opened. */
  opening: number
  /** What is written stays a draft, its pictures too. */
  onClose: () => void
}

/** The composer over the place where the wish to say something came up. */
export function ComposerSheet({ isOpen, theme, opening, onClose }: ComposerSheetProps) {
  return (
    <Dialog title="Create Post" isOpen={isOpen} onClose={onClose} size="large" isForWriting>
      <SheetForm key={opening} isOpen={isOpen} theme={theme} />
    </Dialog>
  )
}

function SheetForm({ isOpen, theme }: Pick<ComposerSheetProps, 'isOpen' | 'theme'>) {
  const composer = useComposer(theme)
  const { status } = composer
  const showOnHome = useHomeVisit()
  const end = useEffectEvent(() => {
    // What waits for a network stands on Home, too, and says so.
    if (status === 'waiting') void showOnHome(false)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => end(), [status])
  if (status === 'sent') return <PostSent isWaiting={isOpen} onSeen={() => showOnHome(true)} />
  return <ThemedComposer composer={composer} />
}

/** Closes the sheet and leads to where the post stands; back from there is the place before. */
function useHomeVisit() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (isPosted: boolean) => {
    await closeDialogs()
    await navigate(paths.home, {
      replace: pathname === paths.home,
      state: isPosted ? POST_CREATED : null,
    })
  }
}
