/**
 * Which screen stands at which path, and for whom. Every screen is a chunk of its own, loaded when
 * it is first visited. The redirects are those of the specification: without a token a member's
 * place leads to `/`, where the sign-in is; a signed-in member has no business at `/login`.
 */
import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { readToken } from '../platform/token-store.ts'
import { AdministratorsOnly, MembersOnly, MembersOrSignIn, SignedOutOnly } from './access.tsx'
import { CrashPage, CrashScreen } from './crash-screen.tsx'
import { Frame } from './frame.tsx'
import { loadChunk } from './load-chunk.ts'
import { loadHomeScreen, loadLoginScreen } from './loaded-screens.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { paths } from './paths.ts'
import { Root } from './root.tsx'

const HomeScreen = lazy(async () => ({ default: await loadHomeScreen() }))

const accountRoutes: RouteObject[] = [
  {
    Component: SignedOutOnly,
    children: [screen(paths.login, () => import('../accounts/login-screen.tsx'), 'LoginScreen')],
  },
  screen(paths.register, () => import('../accounts/register-screen.tsx'), 'RegisterScreen'),
  screen(
    paths.forgotPassword,
    () => import('../accounts/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  screen(
    paths.resetPassword,
    () => import('../accounts/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  screen(paths.verify, () => import('../accounts/verify-email-screen.tsx'), 'VerifyEmailScreen'),
]

const memberRoutes: RouteObject[] = [
  screen(paths.createPost, () => import('../posts/create-post-screen.tsx'), 'CreatePostScreen'),
  screen(paths.friends, () => import('../friends/friends-screen.tsx'), 'FriendsScreen'),
  screen(paths.spaces, () => import('../spaces/spaces-screen.tsx'), 'SpacesScreen'),
  screen(paths.privacy, () => import('../profile/privacy-screen.tsx'), 'PrivacyScreen'),
  screen(paths.profile, () => import('../profile/profile-screen.tsx'), 'ProfileScreen'),
]

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: LoadingScreen,
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
                  { path: paths.home, Component: HomeScreen, loader: fetchHomeAhead },
                  { path: '*', Component: NotFoundScreen },
                ],
              },
              { Component: MembersOnly, children: memberRoutes },
              {
                Component: AdministratorsOnly,
                children: [
                  screen(paths.admin, () => import('../admin/admin-screen.tsx'), 'AdminScreen'),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await loadChunk(load))[name] }) }
}

/** Its code arrives while the server is still being asked who is here. */
function fetchHomeAhead() {
  const ahead = readToken() ? loadHomeScreen() : loadLoginScreen()
  // If it fails, the screen itself will say so.
  ahead.catch(() => {})
  return null
}
