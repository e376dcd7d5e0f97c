/**
 * Lets the browser's back button close a dialog. Each open dialog stands on one history entry of
 * its own; whenever dialogs open or close, the entries are brought in line a moment later, so that
 * one dialog handing over to the next keeps its entry instead of racing its removal.
 * A link followed inside a dialog should `replace`: it then takes the dialog's entry, and back
 * from there leads to the place without the dialog.
 */

import { useEffect, useEffectEvent } from 'react'

interface OpenDialog {
  close: () => void
}

/** A way back that the browser does not go is given up after so long. */
const GOING_BACK_MAX_MS = 3_000

const openDialogs: OpenDialog[] = []
let placeHref = ''
let isGoingBack = false
let givingUp: ReturnType<typeof setTimeout> | undefined
let reconciliation: ReturnType<typeof setTimeout> | undefined
/** Wait until no dialog is open. */
const waiting: (() => void)[] = []

/** While `isOpen`, one press of back calls `close` instead of leaving the place. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const closeDialog = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    return register({ close: () => closeDialog() })
  }, [isOpen])
}

/** Resolves once their entries are gone from the history: going back then leaves the place. */
export function closeDialogs(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  for (const dialog of openDialogs.toReversed()) dialog.close()
  scheduleReconciliation()
  return promise
}

function register(dialog: OpenDialog): () => void {
  if (openDialogs.length === 0) placeHref = location.href
  openDialogs.push(dialog)
  // Capture: a back press that only closes a dialog is no navigation and must not reach the router.
  window.addEventListener('popstate', handlePop, { capture: true })
  scheduleReconciliation()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    scheduleReconciliation()
  }
}

function handlePop(event: PopStateEvent): void {
  if (isGoingBack) {
    hasGoneBack()
    event.stopImmediatePropagation()
    return
  }
  if (location.href === placeHref) event.stopImmediatePropagation()
  for (const dialog of openDialogs.slice(currentDepth()).reverse()) dialog.close()
  scheduleReconciliation()
}

function scheduleReconciliation(): void {
  clearTimeout(reconciliation)
  reconciliation = setTimeout(reconcile)
}

function reconcile(): void {
  if (isGoingBack) return
  const surplus = currentDepth() - openDialogs.length
  if (surplus > 0) {
    isGoingBack = true
    givingUp = setTimeout(stayHere, GOING_BACK_MAX_MS)
    history.go(-surplus)
    return
  }
  for (let depth = currentDepth() + 1; depth <= openDialogs.length; depth++) {
    history.pushState({ ...history.state, dialogDepth: depth }, '')
  }
  if (openDialogs.length > 0) return
  window.removeEventListener('popstate', handlePop, { capture: true })
  for (const tell of waiting.splice(0)) tell()
}

function hasGoneBack(): void {
  isGoingBack = false
  clearTimeout(givingUp)
  scheduleReconciliation()
}

/** Whoever waits for it would wait for ever. */
function stayHere(): void {
  history.replaceState({ ...history.state, dialogDepth: openDialogs.length }, '')
  hasGoneBack()
}

/** How many dialogs the current history entry stands for. */
function currentDepth(): number {
  return history.state?.dialogDepth ?? 0
}
