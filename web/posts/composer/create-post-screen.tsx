import { useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { MESSAGES, POST_REDIRECT_DELAY_MS } from '../../../contract/posts.ts'
import { paths } from '../../app/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Page } from '../../ui/page.tsx'
import { ThemeCard } from '../theme-card.tsx'
import { POST_CREATED } from './post-created.ts'
import { themeIn } from './prompt-state.ts'
import { ThemedComposer } from './themed-composer.tsx'
import { useComposer } from './use-composer.ts'

// Where a post is written. What was typed is kept on the device until the server has it; what
// could not be sent stays as it was; and the same post, sent twice, is made once.

export function CreatePostScreen() {
  const [theme, removeTheme] = useChosenTheme()
  const composer = useComposer(theme?.date ?? '')
  // There it stands on top, and says that it waits.
  if (composer.status === 'waiting') return <Navigate to={paths.home} replace />
  return (
    <Page title="Create Post">
      {composer.status === 'sent' ? (
        <Sent />
      ) : (
        <div className="flex flex-col gap-6">
          {/* Where there is room, the words have it. */}
          <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface-raised sm:p-6 sm:shadow-raised sm:[&_textarea:not([data-picture]_*)]:min-h-[32vh]!">
            <ThemedComposer composer={composer} prompt={theme?.prompt} removePrompt={removeTheme} />
          </div>
          {!theme && composer.status !== 'sending' && <ThemeCard />}
        </div>
      )}
    </Page>
  )
}

/** The theme the member comes with, if they were asked one. */
function useChosenTheme(): [theme: ReturnType<typeof themeIn>, remove: () => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const remove = () => {
    void navigate(location, { replace: true, state: null, preventScrollReset: true })
  }
  return [themeIn(location.state), remove]
}

function Sent() {
  const navigate = useNavigate()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone; focus would be lost with it.
    notice.current?.focus()
    const timer = setTimeout(
      () => navigate(paths.home, { replace: true, state: POST_CREATED }),
      POST_REDIRECT_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Banner tone="success">{MESSAGES.created}</Banner>
    </div>
  )
}
