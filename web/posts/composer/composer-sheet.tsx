import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { closeDialogs } from '../../ui/dialog-history.ts'
import { POST_CREATED } from './post-created.ts'
import type { PostTheme } from './prompt-state.ts'
import { ThemedComposer } from './themed-composer.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerSheetProps {
  isOpen: boolean
  theme: PostTheme | undefined
  /** What is written stays a draft, its pictures too. */
  onClose: () => void
}

/** The composer over the place where the wish to say something came up. */
export function ComposerSheet({ isOpen, theme, onClose }: ComposerSheetProps) {
  return (
    <Dialog title="Create Post" isOpen={isOpen} onClose={onClose} size="large" isForWriting>
      <SheetForm theme={theme} />
    </Dialog>
  )
}

function SheetForm({ theme: given }: Pick<ComposerSheetProps, 'theme'>) {
  const [theme, setTheme] = useState(given)
  const composer = useComposer(theme?.date ?? '')
  const { status } = composer
  const showOnHome = useHomeVisit()
  const end = useEffectEvent(() => {
    // What waits for a network stands on Home, too, and says so.
    if (status === 'sent' || status === 'waiting') void showOnHome(status === 'sent')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => end(), [status])
  return (
    <ThemedComposer
      composer={composer}
      prompt={theme?.prompt}
      removePrompt={() => setTheme(undefined)}
    />
  )
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
