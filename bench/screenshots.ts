import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { joinElsewhere } from '../tests/journeys/members.ts'
import { openServer } from '../tests/journeys/server.ts'
import type { Person } from '../tests/people.ts'
import { fillWithScripts } from './community-of-many-scripts.ts'
import { print } from './table.ts'

// Pictures of every screen, to be looked at: before anything is there, and among people who write
// in many scripts, at great length, with long names; on every width, by day and by night. Beside
// them what a screen reader calls whatever can be pressed.

const FOLDER = 'test-results/screenshots'
const WIDTHS = [320, 390, 768, 1100, 1440]
const THEMES = ['light', 'dark'] as const
const SETTLED_MS = 600
/** What was pressed has to fetch what it shows. */
const OPENED_MS = 1_000
const SECONDS = 1_000
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

interface Screen {
  name: string
  path: string
  /** Pressed once the screen is there. */
  press?: string
}

const SIGNED_OUT: Screen[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password/spent' },
  { name: 'verify', path: '/verify/spent' },
  { name: 'about-signed-out', path: '/about' },
]

const FOR_MEMBERS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'public-feed', path: '/?feed=public' },
  { name: 'notifications', path: '/', press: 'button[aria-label^="Notifications"]:visible' },
  { name: 'create-post', path: '/create-post' },
  { name: 'friends', path: '/friends' },
  { name: 'requests', path: '/friends?tab=requests' },
  { name: 'people', path: '/friends?tab=discover' },
  { name: 'invitations', path: '/invitations' },
  { name: 'spaces', path: '/spaces' },
  { name: 'my-spaces', path: '/spaces?tab=mine' },
  { name: 'messages', path: '/messages' },
  { name: 'profile', path: '/profile' },
  { name: 'appearance', path: '/profile/appearance' },
  { name: 'security', path: '/profile/security' },
  { name: 'data', path: '/profile/data' },
  { name: 'privacy', path: '/privacy' },
  { name: 'admin', path: '/admin' },
  { name: 'about', path: '/about' },
  { name: 'rules', path: '/rules' },
  { name: 'not-found', path: '/nowhere' },
]

const ADA: Person = {
  username: 'Ada',
  email: 'ada@example.org',
  password: 'Tea-and-Toast-4!',
}

/** `width`: at this one only. */
export async function takeScreenshots(width?: number): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const server = await openServer()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath && { executablePath }),
  })
  const names = new Set<string>()
  try {
    const take = (token: string | undefined, world: string, screens: readonly Screen[]) =>
      takeAll({ browser, origin: server.origin, token, world, names, width }, screens)
    await take(undefined, 'nothing', SIGNED_OUT)
    const ada = await joinElsewhere(server, ADA)
    const token = await signIn(server.origin, ADA)
    await take(token, 'nothing', FOR_MEMBERS)
    const { postId, spaceId, conversationId, memberId } = await fillWithScripts(server, ada)
    await take(token, 'many', [
      ...FOR_MEMBERS,
      { name: 'post', path: `/posts/${postId}` },
      { name: 'room', path: `/spaces/${spaceId}` },
      { name: 'conversation', path: `/messages/${conversationId}` },
      { name: 'own-page', path: `/members/${ada.id}` },
      { name: 'member', path: `/members/${memberId}` },
    ])
  } finally {
    await browser.close()
    await server.close()
  }
  await writeFile(`${FOLDER}/names.txt`, [...names].sort().join('\n'))
  print(`The pictures are in ${FOLDER}; names.txt says what everything is called.`)
}

/** Returns the token. */
export async function signIn(
  origin: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const answer = await fetch(`${origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return token
}

interface Round {
  browser: Browser
  origin: string
  token: string | undefined
  world: string
  names: Set<string>
  width: number | undefined
}

async function takeAll(round: Round, screens: readonly Screen[]) {
  const { browser, token } = round
  for (const width of round.width ? [round.width] : WIDTHS) {
    const isPhone = width < 640
    const context = await browser.newContext({
      viewport: { width, height: isPhone ? width * 2 : 900 },
      ...(isPhone && { hasTouch: true }),
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    if (token) await context.addInitScript((known) => localStorage.setItem('token', known), token)
    const page = await context.newPage()
    for (const screen of screens) await takeOne(round, page, screen, width)
    await context.close()
  }
}

async function takeOne(round: Round, page: Page, { name, path, press }: Screen, width: number) {
  await page.goto(round.origin + path, { waitUntil: 'networkidle', timeout: 60 * SECONDS })
  if (press) {
    await page.locator(press).first().click()
    await page.waitForTimeout(OPENED_MS)
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(SETTLED_MS)
    const file = `${FOLDER}/${name}.${round.world}.${width}.${colorScheme}.png`
    await page.screenshot({ path: file })
  }
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (excess > 0) print(`${name} at ${width}: ${excess} px wider than the window`)
  const tree = await page.locator('body').ariaSnapshot()
  for (const line of tree.split('\n')) {
    const called = /^\s*- '?((?:button|link|tab|textbox|checkbox|radio|switch) .*)/.exec(line)?.[1]
    if (called) round.names.add(`${name}: ${called}`)
  }
}
