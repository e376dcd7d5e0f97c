/** Whether a reload would lose words, a chosen picture, or a form with unsaved changes. */
import { hasDrafts } from './drafts.ts'
import { outbox } from './offline/outbox.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

const OPEN_OVER_PAGE = '[role$=dialog],[role=menu]'

/**
 * Fields the member typed in since the page was opened; one that is gone would keep all it stood
 * in.
 */
const typedIn = new Set<TextField>()

document.addEventListener(
  'input',
  ({ target }) => {
    forgetRemoved()
    if (target instanceof HTMLTextAreaElement || isTextInput(target)) typedIn.add(target)
  },
  true,
)

export function hasUnsavedWork(): boolean {
  return hasDrafts() || outbox.items().length > 0 || isTyping() || isLeavingGuarded()
}

/**
 * Whether a reload would be felt: something unsent, or a question, a menu or a panel that is open.
 */
export function isInUse(): boolean {
  return hasUnsavedWork() || document.querySelector(OPEN_OVER_PAGE) !== null
}

function isTyping(): boolean {
  forgetRemoved()
  return [...typedIn].some(({ value }) => value !== '')
}

function forgetRemoved(): void {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field)
}

/** Asks whoever guards the page what the browser would ask them on leaving. */
function isLeavingGuarded(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

function isTextInput(target: EventTarget | null): target is HTMLInputElement {
  // A search is soon typed again.
  const others = ['checkbox', 'radio', 'file', 'search']
  return target instanceof HTMLInputElement && !others.includes(target.type)
}
