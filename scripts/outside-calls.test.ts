import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// What the server calls on the internet stands in a table of the docs. Here the code is read for
// everything that could open a connection, so that nothing is called that the table does not name.

const NEVER_SERVES = /[.]test[.]ts$|[/](test|fake)-[^/]+$/
const files = globSync('{server,cli,contract}/**/*.ts').filter((file) => !NEVER_SERVES.test(file))

/** What can open a connection to another machine, as it is written where that happens. */
const OPENERS = [
  /(?<![.\w])fetch\(/,
  /\bnew (Redis|Pool|S3Client|WebSocket|EventSource)\b/,
  /\bcreateTransport\(/,
  /from 'node:(tls|dns|dns\/promises|dgram|http2|https)'/,
  /import [^;]*\b(request|get|connect|createConnection|Socket|Agent|globalAgent)\b[^;]*from 'node:(http|net)'/,
  /from '(undici|got|axios|node-fetch|open-graph-scraper|metascraper)/,
]
/** The server's own calls of what members name: all of them go through this file. */
const SAFE_FETCH = 'server/platform/safe-fetch/safe-fetch.ts'
const ASKS_SAFE_FETCH = /\bsafeFetch\s*[.]get\(/

const opens = (text: string) => OPENERS.some((opener) => opener.test(text))
const withText = (is: (text: string) => boolean) =>
  files.filter((file) => is(readFileSync(file, 'utf8')))

describe('what is called on the internet', () => {
  const page = readFileSync('docs/self-hosting.md', 'utf8')
  const chapter = page.split('## What it calls on the internet')[1]?.split('\n## ')[0] ?? ''
  const rows = chapter
    .split('\n')
    .filter((line) => /^[|] \w/.test(line) && !/^[|] what [|]/.test(line))
  const told = rows.map((row) => row.match(/`([\w/-]+[.]ts)` [|]$/)?.[1])

  it('is in the table, all of it and nothing else', () => {
    const openers = withText(opens).filter((file) => file !== SAFE_FETCH)
    const askers = withText((text) => ASKS_SAFE_FETCH.test(text))
    expect(askers.length).toBeGreaterThan(3)
    expect([...new Set(told)].toSorted()).toEqual([...openers, ...askers].toSorted())
  })

  it('has every host there that the code names', () => {
    expect(withText(opens)).toContain(SAFE_FETCH)
    const named = new Set(chapter.match(/`[*\w]+([.][a-z]+)+`/g))
    const written = withText((text) => /'https:\/\/(?!schemas|json-schema)[a-z*.]+/.test(text))
    const hosts = written.flatMap(
      (file) => readFileSync(file, 'utf8').match(/(?<='https:\/\/)[a-z.-]+[.](com|net|org)/g) ?? [],
    )
    expect(hosts.filter((host) => !named.has(`\`${host}\``))).toEqual([])
  })

  it.each([
    ["await fetch('https://example.org')"],
    ["import { request } from 'node:http'"],
    ["import { isIP, Socket } from 'node:net'"],
    ["import { resolve4 } from 'node:dns/promises'"],
    ["const bus = new Redis('redis://example.org')"],
  ])('would be found: %s', (text) => {
    expect(opens(text)).toBe(true)
  })

  it.each([
    ["import { isIP } from 'node:net'"],
    ["import type { IncomingMessage } from 'node:http'"],
    ['services.safeFetch.get(url)'],
    ['catalogue.fetch()'],
  ])('is not meant by: %s', (text) => {
    expect(opens(text)).toBe(false)
  })
})
