import { loadChunk } from './load-chunk.ts'

/** The two screens of `/`; which one is wanted is known before the router has any say. */
export async function loadHomeScreen() {
  return (await loadChunk(() => import('../posts/home-screen.tsx'))).HomeScreen
}

export async function loadLoginScreen() {
  return (await loadChunk(() => import('../accounts/login-screen.tsx'))).LoginScreen
}
