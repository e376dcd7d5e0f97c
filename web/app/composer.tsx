import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import type { PostTheme } from '../posts/composer/post-theme.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { memberDialogs } from './member-dialogs.ts'
import { paths } from './paths.ts'

const ComposerSheet = lazyChunk(memberDialogs.composer, 'ComposerSheet')

const OpenComposer = createContext<(theme?: PostTheme) => void>(() => {})

/** The composer over whatever place is open; the place and its address stay. */
export function ComposerProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [theme, setTheme] = useState<PostTheme>()
  const [openings, setOpenings] = useState(0)
  /** Over another place it does not go on. */
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === pathname
  const close = () => setOpenedAt(undefined)
  const open = useCallback(
    (about?: PostTheme) => {
      setTheme(about)
      setOpenings((before) => before + 1)
      setOpenedAt(pathname)
    },
    [pathname],
  )
  return (
    <OpenComposer value={open}>
      {children}
      <LazyDialog isOpen={isOpen} onClose={close}>
        <ComposerSheet isOpen={isOpen} theme={theme} opening={openings} onClose={close} />
      </LazyDialog>
    </OpenComposer>
  )
}

/** Opens the sheet in place of the screen, which is for who comes by its address. */
export function useComposerLink() {
  const open = useContext(OpenComposer)
  const { pathname } = useLocation()
  return (event: MouseEvent, theme?: PostTheme) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    // There it is already.
    if (pathname === paths.createPost) return
    event.preventDefault()
    open(theme)
  }
}
