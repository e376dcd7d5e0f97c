/**
 * Which screen stands at which path, and for whom. Every screen is a chunk of its own, loaded when
 * it is first needed. The redirects are those of the specification: without a token a member's
 * place leads to `/`, where the sign-in is; a signed-in member has no business at `/login`.
 */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { COMMUNITY_PAGES } from '../../contract/community-face.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { loadChunk } from '../platform/load-chunk.ts'
import { readToken } from '../platform/token-store.ts'
import { AdministratorsOnly, MembersOnly, MembersOrSignIn, SignedOutOnly } from './access.tsx'
import { CrashPage, CrashScreen } from './crash-screen.tsx'
import { Frame } from './frame.tsx'
import { LoadingFrame } from './loading-frame.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { paths } from './paths.ts'
import { Root } from './root.tsx'
import {
  accountScreens,
  administratorScreens,
  communityScreens,
  memberParts,
  memberScreens,
} from './screens.ts'
import { useSession } from './session.tsx'

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
    children: [screen(paths.space, memberScreens.space, 'SpaceScreen')],
  },
  screen(paths.privacy, memberScreens.privacy, 'PrivacyScreen'),
  screen(paths.profile, memberScreens.profile, 'ProfileScreen'),
  screen(paths.appearance, memberScreens.appearance, 'AppearanceScreen'),
  screen(paths.data, memberScreens.data, 'DataScreen'),
  screen(paths.security, memberScreens.security, 'SecurityScreen'),
]

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: RouteLoading,
    children: [
      ...accountRoutes,
      {
        Component: Frame,
        children: [
          {
            // Inside the frame, so that the way to other places stays when one place fails.
            ErrorBoundary: CrashScreen,
            children: [
              {
                Component: MembersOrSignIn,
                children: [
                  { path: paths.home, Component: HomeScreen, loader: prefetchHome },
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

/** While the code of the first place comes. */
function RouteLoading() {
  return useSession().user ? <LoadingFrame /> : <LoadingScreen />
}

function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject & { index?: false } {
  return { path, lazy: async () => ({ Component: (await loadChunk(load))[name] }) }
}

/** Its code arrives while the server is still being asked who is here. */
function prefetchHome() {
  const ahead = readToken() ? [memberParts.frame, memberScreens.home] : [accountScreens.login]
  // If it fails, the screen itself will say so.
  for (const load of ahead) load().catch(() => {})
  return null
}
