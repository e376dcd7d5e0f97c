import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// The grounds of what is chosen and what is not are nearly one (1.2 : 1).
it.each([
  ['ui/segmented.tsx', 'aria-pressed:ring-line-strong'],
  ['app/friends-messages-switch.tsx', 'aria-[current=page]:ring-line-strong'],
  ['posts/add-vibe.tsx', 'aria-pressed:ring-ember-fill'],
])('what is chosen has an edge of its own: %s', (file, edge) => {
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(edge)
})
