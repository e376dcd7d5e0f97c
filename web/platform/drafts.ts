/**
 * Text that was typed and not sent yet, kept on the device so that nobody
 * loses words: not by a reload, a lost session or an empty battery. Drafts
 * belong to one member: signing out wipes them, and so does someone else
 * signing in once their member is in no tab any more.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { draftFiles, draftKey, draftOwner, setDraftOwner } from './draft-files.ts'
import { newKey } from './new-key.ts'
import { createObservable } from './observable.ts'
import { localDevice } from './web-storage.ts'

const WRITE_DELAY_MS = 300
/** Comes and goes as a member's drafts are wiped, which tells their other tabs. No draft itself. */
export const DRAFTS_WIPED_KEY = 'words-wiped'

/** What is on screen, by its key on the device and ahead of that by at most the delay. */
const texts = new Map<string, string>()
const { set: notify, subscribe } = createObservable<void>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

window.addEventListener('pagehide', writeAll)
document.addEventListener('visibilitychange', writeAll)
window.addEventListener('storage', ({ key, newValue }) => {
  // Their other tab signed out: what is typed here is not to be kept.
  if (key === DRAFTS_WIPED_KEY && newValue === draftOwner()) forget()
  // It is one draft in all tabs of its member: what is written or sent in another one shows here.
  else notify()
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
    JSON.stringify(names.map((name) => [name, readDraft(`${form}-${name}`)])),
  )
  const texts = useMemo(
    () => Object.fromEntries(JSON.parse(stored)) as Record<Name, string>,
    [stored],
  )
  const setText = useCallback(
    (name: Name, text: string) => changeDraft(`${form}-${name}`, text),
    [form],
  )
  const clear = useCallback(() => {
    for (const name of names) changeDraft(`${form}-${name}`, '')
    writeAll()
  }, [form, names])
  return [texts, setText, clear] as const
}

/**
 * The idempotency key of an attempt to send this form: that of the last one where it was at the
 * same content, whose answer may have been lost with the page. It begins with when it was made.
 */
export function attemptKey(form: string, content: string): string {
  const known = localDevice.get(attemptAt(form)) ?? ''
  const [last = ''] = known.split(' ', 1)
  const key = known === `${last} ${content}` ? last : `${Date.now()}-${newKey()}`
  localDevice.set(attemptAt(form), `${key} ${content}`)
  return key
}

/** What is sent next is another, also in the same words. */
export function clearAttempt(form: string): void {
  localDevice.remove(attemptAt(form))
}

/** From now on this tab shows and keeps this member's. */
export function claimDrafts(owner: string): void {
  setDraftOwner(owner)
  notify()
}

/** Resolves once their files are gone, too. */
export function wipeDraftsOf(isGone: (owner: string) => boolean): Promise<void> | undefined {
  let lastRemoved: Promise<void> | undefined
  for (const key of localDevice.keys()) {
    const [kind, owner = ''] = key.split(':')
    // The last attempt to send one goes with it.
    if (kind?.includes('draft') && isGone(owner)) {
      localDevice.remove(key)
      lastRemoved = draftFiles.remove(key)
    }
  }
  if (isGone(draftOwner())) {
    localDevice.set(DRAFTS_WIPED_KEY, draftOwner())
    localDevice.remove(DRAFTS_WIPED_KEY)
    forget()
  }
  return `${localDevice.keys()}`.includes(':file-') ? lastRemoved : draftFiles.clear()
}

/** What stands under this key by now, whatever was drawn last. */
export function readDraft(key: string): string {
  return read(draftKey(key))
}

/** Whether the member typed anything, or chose a file, and did not send it, wherever. */
export function hasDrafts(): boolean {
  return [...texts.keys(), ...localDevice.keys()].some(
    (key) => key.startsWith(draftKey('')) && read(key),
  )
}

function read(key: string): string {
  return texts.get(key) ?? localDevice.get(key) ?? ''
}

function attemptAt(form: string): string {
  return `sent-${draftKey(form)}`
}

function forget(): void {
  texts.clear()
  claimDrafts('')
}

function changeDraft(key: string, text: string): void {
  texts.set(draftKey(key), text)
  clearTimeout(timer)
  timer = setTimeout(writeAll, WRITE_DELAY_MS)
  notify()
}

function writeAll(): void {
  clearTimeout(timer)
  for (const [key, text] of texts) {
    if (text === '') localDevice.remove(key)
    else localDevice.set(key, text)
  }
  texts.clear()
}
