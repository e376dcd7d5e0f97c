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
import type { PostTheme } from '../posts/composer/prompt-state.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { memberDialogs } from './member-dialogs.ts'
import { paths } from './paths.ts'

const ComposerSheet = lazyChunk(memberDialogs.composer, 'ComposerSheet')

/** As long as there is the bottom bar. */
const PHONE = '(width < 48rem)'

const OpenComposer = createContext<(theme?: PostTheme) => void>(() => {})

/** The composer over whatever place is open; the place and its address stay. */
export function ComposerProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [theme, setTheme] = useState<PostTheme>()
  /** Over another place it does not go on. */
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === pathname
  const close = () => setOpenedAt(undefined)
  const open = useCallback(
    (about?: PostTheme) => {
      setTheme(about)
      setOpenedAt(pathname)
    },
    [pathname],
  )
  return (
    <OpenComposer value={open}>
      {children}
      <LazyDialog isOpen={isOpen} onClose={close}>
        <ComposerSheet isOpen={isOpen} theme={theme} onClose={close} />
      </LazyDialog>
    </OpenComposer>
  )
}

/** Opens the sheet in place of the screen: on phones, or `everywhere`. */
export function useComposerLink(where: 'phones' | 'everywhere' = 'phones') {
  const open = useContext(OpenComposer)
  const { pathname } = useLocation()
  return (event: MouseEvent, theme?: PostTheme) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    // There it is already.
    if (pathname === paths.createPost) return
    if (where === 'phones' && !window.matchMedia?.(PHONE).matches) return
    event.preventDefault()
    open(theme)
  }
}
