import { describe, expect, it } from 'vitest'
import { findingsIn } from './tracked-files.ts'

// Put together here, so that this file itself stays clean.
const home = `/${'home'}/ada/snug`
const registry = `${'registry'}.example.org`

describe('findingsIn', () => {
  it.each([
    ['a home folder', `cd ${home}`],
    ['a home folder in quotes', `const path = '${home}'`],
    ['a file address', `file://${home}`],
    ['a Windows profile', `C:\\${'Users'}\\ada`],
    ['a registry', `registry=https://${registry}/`],
  ])('names the line with %s', (_, text) => {
    expect(findingsIn('docs/notes.md', `fine\n${text}\nfine`)).toEqual([
      expect.stringMatching(/^docs\/notes[.]md:2: /),
    ])
  })

  it.each([
    ['a system path', '/usr/bin/chromium and /var/lib/snug'],
    ['a path on the web', 'https://example.org/home/page and ./home/page and {id}/work/x'],
    ['a route', "path: '/home'"],
    ['a name of npm', 'npm.cmd, npm install, registry'],
  ])('lets %s be', (_, text) => {
    expect(findingsIn('docs/notes.md', text)).toEqual([])
  })

  it('finds an inline type import in TypeScript only', () => {
    const line = `type X = ${'import'}('./x.ts').X`
    expect(findingsIn('server/a.ts', line)).toHaveLength(1)
    expect(findingsIn('scripts/a.js', line)).toEqual([])
    expect(findingsIn('web/a.tsx', `const x = await import('./x.ts')`)).toEqual([])
  })
})
