import { Navigate, useLocation, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Page } from '../../ui/page.tsx'
import { ThemeCard } from '../theme-card.tsx'
import { POST_CREATED } from './post-created.ts'
import { PostSent } from './post-sent.tsx'
import { themeIn } from './post-theme.ts'
import { ThemedComposer } from './themed-composer.tsx'
import { useComposer } from './use-composer.ts'

// Where a post is written. What was typed is kept on the device until the server has it; what
// could not be sent stays as it was; and the same post, sent twice, is made once.

export function CreatePostScreen() {
  const location = useLocation()
  const navigate = useNavigate()
  const composer = useComposer(themeIn(location.state), location.key)
  // There it stands on top, and says that it waits.
  if (composer.status === 'waiting') return <Navigate to={paths.home} replace />
  return (
    <Page title="Create Post">
      {composer.status === 'sent' ? (
        <PostSent onSeen={() => navigate(paths.home, { replace: true, state: POST_CREATED })} />
      ) : (
        <div className="flex flex-col gap-6">
          {/* Where there is room, the words have it. */}
          <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface-raised sm:p-6 sm:shadow-raised sm:[&_textarea:not([data-image]_*)]:min-h-[32vh]!">
            <ThemedComposer
              composer={composer}
              onRemoveTheme={() =>
                navigate(location, { replace: true, state: null, preventScrollReset: true })
              }
            />
          </div>
          {!composer.theme && composer.status !== 'sending' && <ThemeCard />}
        </div>
      )}
    </Page>
  )
}
