import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { POST_REDIRECT_DELAY_MS, SAYS } from '../../contract/posts.ts'
import { paths } from '../app/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { ComposerForm } from './composer-form.tsx'
import { POST_CREATED } from './post-created.ts'
import { useComposer } from './use-composer.ts'

// Where a post is written. What was typed is kept on the device until the server has it; what
// could not be sent stays as it was; and the same post, sent twice, is made once.

export function CreatePostScreen() {
  const composer = useComposer()
  return (
    <Page title="Create Post">
      {composer.status === 'sent' ? <Sent /> : <ComposerForm composer={composer} />}
    </Page>
  )
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
      <Banner tone="success">{SAYS.created}</Banner>
    </div>
  )
}
