/**
 * Text that was typed and not sent yet, kept on the device so that nobody
 * loses words: not by a reload, a lost session or an empty battery. Drafts
 * belong to one member: signing out, or someone else signing in, wipes them.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { DRAFT_OWNER_KEY, draftFiles, DRAFT_PREFIX as PREFIX } from './draft-files.ts'
import { newKey } from './new-key.ts'
import { localDevice } from './web-storage.ts'

const WRITE_DELAY_MS = 300
/** Before the last attempts to send a draft. No draft themselves, they go with them. */
const ATTEMPT_PREFIX = 'sent-draft:'

/** What is on screen, ahead of the device by at most the delay. */
const texts = new Map<string, string>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

window.addEventListener('pagehide', writeAll)
document.addEventListener('visibilitychange', writeAll)
window.addEventListener('storage', ({ key }) => {
  // Another tab signed out, or somebody else in: what is typed here is not to be kept.
  if (key === DRAFT_OWNER_KEY) resetTexts()
  // It is one draft in all tabs: what is written or sent in another one shows here.
  else if (key?.startsWith(PREFIX)) for (const listener of listeners) listener()
})

/** The draft under this key, as a state: `[text, setText, clear]`. Empty when there is none. */
export function useDraft(key: string): [string, (text: string) => void, () => void] {
  const text = useSyncExternalStore(subscribe, () => readDraft(key))
  const setText = useCallback((next: string) => changeDraft(key, next), [key])
  const clear = useCallback(() => {
    changeDraft(key, '')
    writeAll()
  }, [key])
  return [text, setText, clear]
}

/** `[texts, setText, clear]`, a draft for each text field. `names`: the same array at each call. */
export function useDraftFields<Name extends string>(form: string, names: readonly Name[]) {
  const stored = useSyncExternalStore(subscribe, () =>
    JSON.stringify(names.map((name) => [name, readDraft(keyOf(form, name))])),
  )
  const texts = useMemo(
    () => Object.fromEntries(JSON.parse(stored)) as Record<Name, string>,
    [stored],
  )
  const setText = useCallback(
    (name: Name, text: string) => changeDraft(keyOf(form, name), text),
    [form],
  )
  const clear = useCallback(() => {
    for (const name of names) changeDraft(keyOf(form, name), '')
    writeAll()
  }, [form, names])
  return [texts, setText, clear] as const
}

/**
 * The idempotency key of an attempt to send this form: that of the last one where it was at the same
 * content, whose answer may have been lost with the page. It begins with when it was made.
 */
export function attemptKey(form: string, content: string): string {
  const known = localDevice.get(ATTEMPT_PREFIX + form) ?? ''
  const [last = ''] = known.split(' ', 1)
  const key = known === `${last} ${content}` ? last : `${Date.now()}-${newKey()}`
  localDevice.set(ATTEMPT_PREFIX + form, `${key} ${content}`)
  return key
}

/** What is sent next is another, also in the same words. */
export function clearAttempt(form: string): void {
  localDevice.remove(ATTEMPT_PREFIX + form)
}

/** Drafts of whoever was here before are not this member's to see. */
export function claimDrafts(owner: string): void {
  if (localDevice.get(DRAFT_OWNER_KEY) === owner) return
  void wipeDrafts()
  localDevice.set(DRAFT_OWNER_KEY, owner)
}

export function wipeDrafts(): Promise<void> {
  for (const key of localDevice.keys())
    if (key.startsWith(PREFIX) || key.startsWith(ATTEMPT_PREFIX)) localDevice.remove(key)
  localDevice.remove(DRAFT_OWNER_KEY)
  resetTexts()
  return draftFiles.clear()
}

/** What stands under this key by now, whatever was drawn last. */
export function readDraft(key: string): string {
  return texts.get(key) ?? localDevice.get(PREFIX + key) ?? ''
}

/** Whether anything is typed, or a file chosen, and not sent, on this screen or any other. */
export function hasDrafts(): boolean {
  const keys = localDevice.keys().filter((key) => key.startsWith(PREFIX))
  const stored = keys.map((key) => key.slice(PREFIX.length))
  return [...texts.keys(), ...stored].some((key) => readDraft(key) !== '')
}

function resetTexts(): void {
  clearTimeout(timer)
  texts.clear()
  for (const listener of listeners) listener()
}

/** `imageAlt` of the form `post` is the draft `post-image-alt`. */
function keyOf(form: string, name: string): string {
  return `${form}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function changeDraft(key: string, text: string): void {
  texts.set(key, text)
  clearTimeout(timer)
  timer = setTimeout(writeAll, WRITE_DELAY_MS)
  for (const listener of listeners) listener()
}

function writeAll(): void {
  clearTimeout(timer)
  for (const [key, text] of texts) {
    if (text === '') localDevice.remove(PREFIX + key)
    else localDevice.set(PREFIX + key, text)
  }
  texts.clear()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
