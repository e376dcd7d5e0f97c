import { useLayoutEffect, useRef } from 'react'

interface ReturnFocus {
  isGone: () => boolean
  /** What it stood in and is still there, else the page's content. */
  surroundings: () => HTMLElement | null
  /** The button of the menu whose item it was; null where it was none. */
  menuButton: () => HTMLElement | null
}

/** Of the dialog that opened last. */
let latest: Element[] = []

/** What had the focus when a dialog opened. What was done in the dialog may have taken it away. */
export function useReturnFocus(isOpen: boolean): ReturnFocus {
  const elements = useRef<Element[]>([])
  const button = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    latest = elements.current = withOpeners(document.activeElement)
    button.current = takeMenuButton()
  }, [isOpen])
  return {
    isGone: () => elements.current[0]?.isConnected === false,
    surroundings() {
      const next = elements.current.find(
        (each) => each.isConnected && each.matches('button, [tabindex]'),
      )
      return (next as HTMLElement | undefined) ?? document.querySelector('main')
    },
    menuButton: () => (button.current?.isConnected ? button.current : null),
  }
}

let chosenIn: HTMLElement | null = null

/** A menu is gone with its focus before the dialog that its item opens is there. */
export function noteMenuButton(button: HTMLElement | null): void {
  chosenIn = button
}

function takeMenuButton(): HTMLElement | null {
  const active = document.activeElement
  const isElsewhere = active && active !== document.body && !active.closest('[role="menu"]')
  const button = isElsewhere && active !== chosenIn ? null : chosenIn
  chosenIn = null
  return button
}

/**
 * A dialog that hands over to the next is gone with what was pressed in it, but not what opened it.
 */
function withOpeners(element: Element | null): Element[] {
  const before = element?.closest('[role$="dialog"]')
    ? latest.filter((each) => each.isConnected)
    : []
  return [...new Set([...withAncestors(element), ...before])]
}

function withAncestors(element: Element | null): Element[] {
  return element ? [element, ...withAncestors(element.parentElement)] : []
}
