import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { MESSAGES } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { Banner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { refreshFeed } from './api.ts'
import { useAuthorProfile } from './author-profile.tsx'
import { Feed } from './feed.tsx'
import { FeedSwitch, useFeedKind } from './feed-switch.tsx'
import { useFocusedComment } from './focused-comment.ts'
import { FocusedPost } from './focused-post.tsx'
import { Greeting } from './greeting.tsx'
import { InviteBox } from './invite-box.tsx'
import { useNewPostEvents } from './new-post-events.ts'
import { isPostCreated } from './post-created.ts'
import { QueuedPosts } from './queued-posts.tsx'
import { ThemeCard } from './theme-card.tsx'

// Home: what friends and the public made, newest first, until one is all caught up. The feed is
// read anew on arriving here by a link, and stays where it was on coming back.

export function HomeScreen() {
  const { _id: viewerId, username } = useUser()
  const [kind, chooseKind] = useFeedKind()
  const { openProfile, profileModal } = useAuthorProfile()
  const [isJustPosted, dismissPosted] = usePostCreated()
  const [focused, dismissFocused] = useFocusedComment()
  useRefreshOnArrival(kind)
  useNewPostEvents(kind)
  return (
    <Page title="Home" isTitleHidden>
      <div className="flex flex-col gap-5">
        {focused && (
          <FocusedPost
            key={focused.arrival}
            postId={focused.postId}
            commentId={focused.commentId}
            viewerId={viewerId}
            onAuthorClick={openProfile}
            onClose={dismissFocused}
          />
        )}
        {isJustPosted && (
          <Banner tone="success" onDismiss={dismissPosted}>
            {MESSAGES.created}
          </Banner>
        )}
        <Greeting username={username} />
        <InviteBox />
        <ThemeCard />
        <FeedSwitch kind={kind} onChoose={chooseKind} />
        <QueuedPosts />
        <Feed
          key={kind}
          kind={kind}
          viewerId={viewerId}
          onChooseKind={chooseKind}
          onAuthorClick={openProfile}
        />
      </div>
      {profileModal}
    </Page>
  )
}

/** Whether the member comes from a post that was just made; a reload forgets it. */
function usePostCreated(): [isJustPosted: boolean, forget: () => void] {
  const location = useLocation()
  const navigate = useNavigate()
  const isArriving = isPostCreated(location.state)
  const [isJustPosted, setIsJustPosted] = useState(isArriving)
  useEffect(() => {
    if (isArriving) navigate(location, { replace: true, state: null, preventScrollReset: true })
  }, [isArriving, location, navigate])
  return [isJustPosted, () => setIsJustPosted(false)]
}

/** Back and forward return to a place that was left; every other way in asks for what is new. */
function useRefreshOnArrival(kind: Parameters<typeof refreshFeed>[1]): void {
  const client = useQueryClient()
  const isReturning = useNavigationType() === 'POP'
  const { key: arrival } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: Home pressed at home is an arrival too
  useEffect(() => {
    if (!isReturning) refreshFeed(client, kind)
  }, [client, kind, isReturning, arrival])
}
