/**
 * Which screen stands at which path, and for whom. Every screen is a chunk of its own, loaded when
 * it is first needed. The redirects are those of the specification: without a token a member's
 * place leads to `/`, where the sign-in is; a signed-in member has no business at `/login`.
 */
import type { ComponentType } from 'react'
import { Outlet, type RouteObject } from 'react-router'
import { COMMUNITY_PAGES } from '../../contract/community-branding.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { loadChunk, loadedChunk } from '../platform/load-chunk.ts'
import { readToken } from '../platform/token-store.ts'
import { loadSpaceLists } from '../spaces/load-space-lists.ts'
import { AppLayout } from './app-layout.tsx'
import type { RouteCode } from './client-router.ts'
import { CrashPage, CrashScreen } from './crash-screen.tsx'
import { ErrorArea } from './error-area.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { paths } from './paths.ts'
import { Root } from './root.tsx'
import { AdministratorsOnly, MembersOnly, MembersOrSignIn, SignedOutOnly } from './route-guards.tsx'
import {
  accountScreens,
  administratorScreens,
  communityScreens,
  memberParts,
  memberScreens,
} from './screens.ts'

const HomeScreen = lazyChunk(memberScreens.home, 'HomeScreen')

const accountRoutes: RouteObject[] = [
  {
    Component: SignedOutOnly,
    children: [screen(paths.login, accountScreens.login, 'LoginScreen')],
  },
  screen(paths.join, accountScreens.join, 'JoinScreen'),
  screen(paths.register, accountScreens.register, 'RegisterScreen'),
  screen(paths.forgotPassword, accountScreens.forgotPassword, 'ForgotPasswordScreen'),
  screen(paths.resetPassword, accountScreens.resetPassword, 'ResetPasswordScreen'),
  screen(paths.verify, accountScreens.verifyEmail, 'VerifyEmailScreen'),
  screen(paths.notMe, accountScreens.notMe, 'NotMeScreen'),
  screen(paths.changeEmail, accountScreens.mailedLink, 'ChangeEmailScreen'),
  screen(paths.undoEmail, accountScreens.mailedLink, 'UndoEmailScreen'),
  screen(paths.secureAccount, accountScreens.mailedLink, 'SecureAccountScreen'),
]

const communityRoutes: RouteObject[] = Object.values(COMMUNITY_PAGES).map(({ path }) =>
  screen(path, communityScreens.page, 'CommunityPageScreen'),
)

const memberRoutes: RouteObject[] = [
  screen(paths.createPost, memberScreens.createPost, 'CreatePostScreen'),
  screen(paths.post, memberScreens.post, 'PostScreen'),
  screen(paths.theme, memberScreens.theme, 'ThemeScreen'),
  screen(paths.friends, memberScreens.friends, 'FriendsPage'),
  screen(paths.invitations, memberScreens.invitations, 'InvitationsScreen'),
  screen(paths.member, memberScreens.member, 'MemberPage'),
  {
    ...screen(paths.spaces, memberScreens.spaces, 'SpacesScreen'),
    // A space opens over the list, which stays as it was.
    children: [
      { index: true, element: null, handle: codeOf(loadSpaceLists) },
      screen(paths.space, memberScreens.space, 'SpaceScreen'),
    ],
  },
  {
    ...screen(paths.conversations, memberScreens.conversations, 'ConversationsScreen'),
    children: [screen(paths.conversation, memberScreens.conversation, 'ConversationScreen')],
  },
  screen(paths.privacy, memberScreens.privacy, 'PrivacyScreen'),
  screen(paths.profile, memberScreens.profile, 'ProfileScreen'),
  screen(paths.viewAs, memberScreens.viewAs, 'ViewAsPage'),
  screen(paths.appearance, memberScreens.appearance, 'AppearanceScreen'),
  screen(paths.data, memberScreens.data, 'DataScreen'),
  screen(paths.security, memberScreens.security, 'SecurityScreen'),
]

export const routes: RouteObject[] = [
  {
    Component: SafeRoot,
    children: [
      ...accountRoutes,
      {
        Component: AppLayout,
        children: [
          {
            Component: SafePlace,
            children: [
              {
                Component: MembersOrSignIn,
                children: [
                  { path: paths.home, Component: HomeScreen, handle: { isLoaded: prefetchHome } },
                  { path: '*', Component: NotFoundScreen },
                ],
              },
              ...communityRoutes,
              { Component: MembersOnly, children: memberRoutes },
              {
                Component: AdministratorsOnly,
                children: [screen(paths.admin, administratorScreens.admin, 'AdminScreen')],
              },
            ],
          },
        ],
      },
    ],
  },
]

function SafeRoot() {
  return (
    <ErrorArea fallback={<CrashPage />}>
      <Root />
    </ErrorArea>
  )
}

/** Inside the frame, so that the way to other places stays when one place fails. */
function SafePlace() {
  return (
    <ErrorArea fallback={<CrashScreen />}>
      <Outlet />
    </ErrorArea>
  )
}

function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject & { index?: false } {
  const code = codeOf(load)
  return { path, element: <LoadedScreen code={code} name={name} />, handle: code }
}

interface PlaceCode<Chunk> extends RouteCode {
  /** Why it did not come. */
  failure: unknown
  find(): Chunk | undefined
}

/** What the router fetches before a place is shown. */
function codeOf<Chunk>(load: () => Promise<Chunk>): PlaceCode<Chunk> {
  const code: PlaceCode<Chunk> = {
    failure: undefined,
    find: () => loadedChunk(load),
    isLoaded: () => loadedChunk(load) !== undefined,
    load: () =>
      loadChunk(load).then(
        () => {},
        (error) => {
          code.failure = error
        },
      ),
  }
  return code
}

interface LoadedScreenProps<Name extends string> {
  code: PlaceCode<Record<Name, ComponentType>>
  name: Name
}

/** The router has fetched it by now, or tried to. */
function LoadedScreen<Name extends string>({ code, name }: LoadedScreenProps<Name>) {
  const Screen: ComponentType | undefined = code.find()?.[name]
  if (!Screen) throw code.failure
  return <Screen />
}

/**
 * Its code arrives while the server is still being asked who is here; what is shown waits for it.
 */
function prefetchHome(): true {
  const ahead = readToken() ? [memberParts.frame, memberScreens.home] : [accountScreens.login]
  // If it fails, the screen itself will say so.
  for (const load of ahead) load().catch(() => {})
  return true
}
