/**
 * The member's choice of theme: kept on this device and shown through `data-theme` on the root,
 * which `theme.css` reads. 'system' keeps nothing and lets the system decide, live.
 * `public/boot.js` applies the same key before the first paint.
 */

import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const STORAGE_KEY = 'snug.theme'
const listeners = new Set<() => void>()

/** The chosen theme, and the function that chooses another for every open tab of this device. */
export function useTheme(): [theme: Theme, chooseTheme: (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, shownTheme, () => 'system'), chooseTheme]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage may be blocked or full: the choice then lasts as long as the page.
  }
  show(theme)
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  showInBrowserBar(theme)
  for (const listener of listeners) listener()
}

function showInBrowserBar(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`
    else meta.media = theme === scheme ? 'all' : 'not all'
  }
}

function shownTheme(): Theme {
  return toTheme(document.documentElement.dataset.theme)
}

function toTheme(value: string | null | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

// Another tab of this device chose: every tab follows.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY || key === null) show(toTheme(newValue))
})
