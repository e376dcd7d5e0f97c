import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { MESSAGES } from '../../contract/posts.ts'
import { Announcement } from '../app/announcement.tsx'
import { FirstSteps } from '../app/home/first-steps.tsx'
import { QuietOffer } from '../app/home/quiet-offer.tsx'
import { UnsentWords } from '../app/home/unsent-words.tsx'
import { useFirstSteps } from '../app/home/use-first-steps.ts'
import { useIsSettingUp } from '../app/home/use-is-setting-up.ts'
import { useHasInvitation } from '../app/may-invite.ts'
import { memberDialogs } from '../app/member-dialogs.ts'
import { useIsQuietOffered } from '../app/quiet-numbers-api.ts'
import { useUser } from '../app/session.tsx'
import { lazyChunk, optionalChunk } from '../platform/lazy-chunk.ts'
import { useMediaQuery } from '../platform/media-query.ts'
import { Banner } from '../ui/banner.tsx'
import { Page } from '../ui/page.tsx'
import { refreshFeed } from './api.ts'
import { useAuthorProfile } from './author-profile.tsx'
import { useFocusedComment } from './comments/focused-comment.ts'
import { isPostCreated } from './composer/post-created.ts'
import { QueuedPosts } from './composer/queued-posts.tsx'
import { ComposerLink } from './composer-link.tsx'
import { Feed } from './feed.tsx'
import { FeedSwitch, useFeedKind } from './feed-switch.tsx'
import { InviteBox, useIsSettled } from './invite-box.tsx'
import { ThemeCard } from './theme-card.tsx'

const FocusedPost = lazyChunk(memberDialogs.focusedPost, 'FocusedPost')
// One member of a community sees it, once: the screen waits for it, so that nothing moves.
const SetupSteps = lazyChunk(() => import('../app/home/setup-steps.tsx'), 'SetupSteps')
const HomeSide = optionalChunk(() => import('../app/home/home-side.tsx'), 'HomeSide')

// Home: what friends and the public made, newest first, until one is all caught up. The feed is
// read anew on arriving here by a link, and stays where it was on coming back.

const COLUMN_CLASSES =
  '-mt-5 flex min-w-0 flex-col gap-1.5 max-[23rem]:gap-1 sm:mt-0 sm:gap-4 min-[1200px]:w-full min-[1200px]:max-w-2xl'
/** There is room for a second column beside the feed. */
const HAS_SIDE = '(width >= 1200px)'
/** It comes first. */
const OWN_POST_SETTLES = '[&_li:first-child>article]:animate-settle'

export function HomeScreen() {
  const { _id: viewerId } = useUser()
  const firstSteps = useFirstSteps()
  const isSettingUp = useIsSettingUp()
  const isSettled = useIsSettled()
  const hasInvitation = useHasInvitation()
  const hasSide = useMediaQuery(HAS_SIDE)
  const isQuietOffered = useIsQuietOffered() && !isSettingUp && !firstSteps.isShown
  const [kind, chooseKind] = useFeedKind()
  const { openProfile, profileModal } = useAuthorProfile()
  const { isJustPosted, dismissPosted } = usePostCreated()
  const [focused, onClose] = useFocusedComment()
  useRefreshOnArrival(kind)
  return (
    <Page title="Home" isTitleHidden width={hasSide ? 'wide' : 'reading'}>
      <div className={clsx(hasSide && 'flex justify-center gap-8')}>
        <div className={clsx(COLUMN_CLASSES, isJustPosted && OWN_POST_SETTLES)}>
          <Announcement />
          {focused && (
            <Suspense>
              <FocusedPost
                key={focused.arrival}
                {...{ ...focused, viewerId, onClose }}
                onAuthorClick={openProfile}
              />
            </Suspense>
          )}
          {isJustPosted && (
            <Banner tone="success" onDismiss={dismissPosted}>
              {MESSAGES.created}
            </Banner>
          )}
          {isSettingUp && <SetupSteps />}
          {!isSettingUp && firstSteps.isShown && !isJustPosted && (
            <FirstSteps onHide={firstSteps.hide} />
          )}
          <ComposerLink />
          {!hasSide && <ThemeCard />}
          {hasInvitation && !isSettled && <InviteBox isSlim={isSettingUp || firstSteps.isShown} />}
          <FeedSwitch kind={kind} onChoose={chooseKind} />
          <UnsentWords />
          <QueuedPosts />
          <Feed
            key={kind}
            kind={kind}
            viewerId={viewerId}
            onAuthorClick={openProfile}
            interlude={useInterlude(hasInvitation && isSettled && !hasSide, isQuietOffered)}
          />
        </div>
        {hasSide && <Side hasInvitation={hasInvitation && isSettled} />}
      </div>
      {profileModal}
    </Page>
  )
}

function Side({ hasInvitation }: { hasInvitation: boolean }) {
  return (
    <aside aria-label="Today" className="flex w-80 shrink-0 flex-col gap-4">
      <ThemeCard />
      {hasInvitation && <InviteBox />}
      <Suspense>
        <HomeSide />
      </Suspense>
    </aside>
  )
}

/** Below the first post, which it must not push out of sight. */
function useInterlude(isInvitation: boolean, isOffer: boolean) {
  // The same as long as nothing of it changes: the list is not drawn again.
  return useMemo(
    () =>
      isInvitation || isOffer ? (
        <div className="flex flex-col gap-4">
          {isInvitation && <InviteBox />}
          {isOffer && <QuietOffer />}
        </div>
      ) : undefined,
    [isInvitation, isOffer],
  )
}

/**
 * Whether the member comes from a post that was just made; a reload and the next arrival forget it.
 */
function usePostCreated() {
  const location = useLocation()
  const navigate = useNavigate()
  const isReplacing = useNavigationType() === 'REPLACE'
  const isArriving = isPostCreated(location.state)
  const [isJustPosted, setIsJustPosted] = useState(isArriving)
  /** Of the place as it was: the other feed is no arrival. */
  const search = useRef(location.search)
  const isForgetting = useRef(false)
  useEffect(() => {
    const isSwitch = isReplacing && search.current !== location.search
    search.current = location.search
    if (isArriving) {
      setIsJustPosted(true)
      isForgetting.current = true
      navigate(location, { replace: true, state: null, preventScrollReset: true })
    } else if (isForgetting.current) {
      isForgetting.current = false
    } else if (!isSwitch) setIsJustPosted(false)
  }, [isArriving, isReplacing, location, navigate])
  return {
    isJustPosted,
    dismissPosted: () => setIsJustPosted(false),
  }
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
