/**
 * Where the session's token lives on the device: local storage with "remember
 * me", session storage (this tab only) without. It promises that tabs agree: a
 * sign-in or sign-out in one reaches the others, and a token that was
 * renewed in one replaces the old one wherever that was copied to.
 */
import { localDevice, sessionDevice } from './web-storage.ts'

const TOKEN_KEY = 'token'
/** Changes with every sign-in and sign-out on this device; only the change means something. */
const CHANGED_KEY = 'session-changed'

let sessionEnd = new AbortController()
/** Renewed or not, it is of this session. */
let sessionToken = readToken()
let lastChange = localDevice.get(CHANGED_KEY)
const refreshes = openRefreshes()

export function readToken(): string | null {
  return sessionDevice.get(TOKEN_KEY) ?? localDevice.get(TOKEN_KEY)
}

/**
 * The signed-in span of this tab. Aborted as it ends: what is under way then is nothing to who
 * comes next.
 */
export function sessionSignal(): AbortSignal {
  return sessionEnd.signal
}

export function storeToken(token: string, rememberMe: boolean): void {
  removeToken()
  const device = rememberMe ? localDevice : sessionDevice
  device.set(TOKEN_KEY, token)
  broadcastChange()
}

/** Puts a renewed token where the old one is; does nothing if the old one is gone by now. */
export function replaceToken(old: string, renewed: string): void {
  if (!replaceTokenHere(old, renewed)) return
  refreshes?.postMessage({ old, renewed })
}

export function clearToken(): void {
  removeToken()
  broadcastChange()
}

/** The token here may be gone, or be another member's. Returns the way to stop listening. */
export function onSessionChangedElsewhere(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key !== CHANGED_KEY) return
    followChange(event.newValue)
    listener()
  }
  // A page that slept in the browser's back-forward cache got no events meanwhile.
  const wake = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    const change = localDevice.get(CHANGED_KEY)
    if (change !== lastChange) followChange(change)
    listener()
  }
  window.addEventListener('storage', hear)
  window.addEventListener('pageshow', wake)
  return () => {
    window.removeEventListener('storage', hear)
    window.removeEventListener('pageshow', wake)
  }
}

function followChange(change: string | null): void {
  lastChange = change
  if (change?.startsWith('out')) removeToken()
  // Without "remember me" each tab is signed in for itself.
  if (readToken() !== sessionToken) beginSession()
}

function removeToken(): void {
  sessionDevice.remove(TOKEN_KEY)
  localDevice.remove(TOKEN_KEY)
}

function beginSession(): void {
  sessionEnd.abort()
  sessionEnd = new AbortController()
  sessionToken = readToken()
}

function broadcastChange(): void {
  beginSession()
  lastChange = `${readToken() === null ? 'out' : 'in'} ${Math.random()}`
  localDevice.set(CHANGED_KEY, lastChange)
}

function replaceTokenHere(old: string, renewed: string): boolean {
  if (sessionToken === old) sessionToken = renewed
  const device = [sessionDevice, localDevice].find((each) => each.get(TOKEN_KEY) === old)
  device?.set(TOKEN_KEY, renewed)
  return device !== undefined
}

/** Else a duplicated tab would offer an outdated copy, which the server takes for theft. */
function openRefreshes(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel('token-renewals')
  channel.onmessage = ({ data }: MessageEvent<{ old: string; renewed: string }>) => {
    replaceTokenHere(data.old, data.renewed)
  }
  return channel
}
