import type { KeyboardEvent } from 'react'

/**
 * The arrow keys lead from one button to the next and around, Home and End to the first and the
 * last; Tab leads past them, where all but one are no stop of it.
 */
export function moveAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const places: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: -1,
  }
  const next = places[event.key]
  // With another key they are the browser's: through its history, to the top of the page.
  if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
}
