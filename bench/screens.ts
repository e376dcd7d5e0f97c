import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { LoginAnswer } from '../contract/accounts.ts'
import { DEMO_PASSWORD, emailOf } from '../demo/sign-in.ts'
import { findChromium } from '../scripts/chromium.ts'
import { measurePaints, type Paints, paintScore, readPaints } from './paints.ts'
import { startSnug } from './servers.ts'
import { print, row } from './table.ts'

// What the first screens cost a phone: the demo's community in a real browser, on a processor four
// times slower than this one and on slow networks, nothing cached, no service worker.

const COMMAND = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const KBIT = 1024 / 8
const NETWORKS = [
  { name: 'slow 4G', latency: 150, throughput: 1_600 * KBIT },
  { name: 'slow 3G', latency: 400, throughput: 400 * KBIT },
]
const SLOWER = 4
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }
/** To each screen; of every figure the middle one counts. */
const VISITS = 3
const LOOK_EVERY_MS = 30
/** So long nothing may be fetched until a screen counts as complete. */
const QUIET_MS = 1_500

interface Screen {
  name: string
  path: string
  token?: string
  /** A selector of what is there as soon as the screen says something. */
  words: string
}

interface Measured extends Paints {
  wordsAt: number
  /** Of scripts, and of all before the words, in bytes on the wire. */
  bytes: { scripts: number; all: number }
  /** Of all answers with data, pictures apart, until nothing more is fetched; heads included. */
  answers: number
  requests: number
}

export async function benchScreens(): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'snug-screens-'))
  const folder = join(parent, 'demo')
  await promisify(execFile)(process.execPath, [COMMAND, 'demo', '--folder', folder])
  const server = await startSnug(folder)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })
  try {
    await report(browser, server.url)
  } finally {
    await browser.close()
    await server.stop()
    await rm(parent, { recursive: true, force: true })
  }
}

async function report(browser: Browser, url: string) {
  const screens = await screensOf(url)
  for (const network of NETWORKS) {
    print(`\n${network.name}: ms of wall clock; the score is Lighthouse's without its speed index`)
    print(
      row(
        '',
        'first paint',
        'words',
        'largest',
        'blocking',
        'shift',
        'score',
        'kB',
        'answers',
        'requests',
      ),
    )
    for (const screen of screens) {
      const visits: Measured[] = []
      while (visits.length < VISITS) visits.push(await measure(browser, url, screen, network))
      print(rowOf(screen.name, visits))
    }
  }
}

function rowOf(name: string, visits: readonly Measured[]): string {
  const middle = (figure: (visit: Measured) => number) =>
    visits.map(figure).toSorted((one, other) => one - other)[Math.floor(visits.length / 2)] ?? 0
  const paints = {
    first: middle(({ first }) => first),
    largest: middle(({ largest }) => largest),
    blocking: middle(({ blocking }) => blocking),
    shift: middle(({ shift }) => shift),
  }
  const wordsAt = middle((visit) => visit.wordsAt)
  const scripts = middle(({ bytes }) => bytes.scripts)
  const all = middle(({ bytes }) => bytes.all)
  const answers = middle((visit) => visit.answers)
  return row(
    name,
    ...[paints.first, wordsAt, paints.largest, paints.blocking].map((ms) => ms.toFixed(0)),
    paints.shift.toFixed(3),
    paintScore(paints).toFixed(2),
    `${kilobytes(scripts)}/${kilobytes(all)}`,
    (answers / 1000).toFixed(1),
    middle(({ requests }) => requests).toFixed(0),
  )
}

async function screensOf(url: string): Promise<Screen[]> {
  const signIn = { email: emailOf('Maya'), password: DEMO_PASSWORD, rememberMe: true }
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  const { token } = (await answer.json()) as LoginAnswer
  const get = async (path: string) =>
    (await fetch(`${url}/api${path}`, { headers: { 'x-auth-token': token } })).json()
  const [post] = (await get('/posts/friends')).posts
  const [space] = await get('/spaces/my-spaces')
  return [
    { name: 'signed out', path: '/', words: 'form' },
    { name: 'home', path: '/', token, words: 'article' },
    { name: 'room', path: `/spaces/${space._id}`, token, words: '[role=log] li' },
    { name: 'friends', path: '/friends', token, words: '[role=tabpanel] li' },
    { name: 'post', path: `/posts/${post._id}`, token, words: 'article' },
  ]
}

async function measure(
  browser: Browser,
  url: string,
  { path, token, words }: Screen,
  network: (typeof NETWORKS)[number],
): Promise<Measured> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  if (token) {
    await context.addInitScript((known) => localStorage.setItem('token', known), token)
  }
  const page = await context.newPage()
  await measurePaints(page)
  const client = await context.newCDPSession(page)
  const traffic = await countTraffic(client)
  await slowDown(client, network)
  try {
    await page.goto(url + path, { waitUntil: 'commit' })
    const wordsAt = await whenVisible(client, words)
    const { bytes, requests } = { bytes: { ...traffic.bytes }, requests: traffic.requests }
    await quiet(page, traffic)
    return { ...(await readPaints(page)), wordsAt, bytes, answers: traffic.answers, requests }
  } finally {
    await context.close()
  }
}

/**
 * Looks by itself: what Playwright runs in the page for it takes 25 ms of the processor, times four
 * here.
 */
async function whenVisible(client: CDPSession, selector: string): Promise<number> {
  const expression = `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .some((each) => each.checkVisibility()) && performance.now()`
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    const { result } = await client.send('Runtime.evaluate', { expression })
    if (typeof result.value === 'number') return result.value
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`There is no ${selector}.`)
}

async function slowDown(client: CDPSession, { latency, throughput }: (typeof NETWORKS)[number]) {
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput / 2,
  })
}

interface Traffic {
  bytes: { scripts: number; all: number }
  answers: number
  requests: number
  latest: number
}

async function countTraffic(client: CDPSession): Promise<Traffic> {
  const bytes = { scripts: 0, all: 0 }
  const traffic: Traffic = { bytes, answers: 0, requests: 0, latest: Date.now() }
  const scripts = new Set<string>()
  const answers = new Set<string>()
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    traffic.requests += 1
    traffic.latest = Date.now()
    if (type === 'Script' || request.url.endsWith('.js')) scripts.add(requestId)
    if (type !== 'Image' && new URL(request.url).pathname.startsWith('/api/'))
      answers.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.latest = Date.now()
    traffic.bytes.all += encodedDataLength
    if (scripts.has(requestId)) traffic.bytes.scripts += encodedDataLength
    if (answers.has(requestId)) traffic.answers += encodedDataLength
  })
  return traffic
}

async function quiet(page: Page, traffic: Traffic) {
  const end = Date.now() + 20_000
  while (Date.now() < end && Date.now() - traffic.latest < QUIET_MS) await page.waitForTimeout(200)
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}
