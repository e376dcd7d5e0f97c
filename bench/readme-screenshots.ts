import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { seedDemo } from '../demo/seed.ts'
import { DEMO_PASSWORD, emailOf } from '../demo/sign-in.ts'
import { findChromium } from '../scripts/chromium.ts'
import { createLog } from '../server/platform/log.ts'
import { CHROMIUM_ARGS, signIn } from './screenshots.ts'
import { startSnug } from './servers.ts'
import { print } from './table.ts'

// The pictures of the README, of the sample community: Home by day, a room by night, three phones.

const FOLDER = 'docs/screenshots'
const MAX_BYTES = 120_000
const SETTLED_MS = 1_500
const SECONDS = 1_000
const DESKTOP = { width: 1280, height: 800, scale: 1 }
const PHONE = { width: 390, height: 800, scale: 1.5 }
const GAP_PX = 30
const CORNER_PX = 36
/** Whose screens these are, and who else is about. */
const VIEWER = 'Jonas'
const OTHERS = ['Tomas', 'Amara', 'Mateo']
const ROOM = 'The Kitchen Table'
const POST = 'IT ROSE'
/** As it would be where people are, and not of this machine. */
const INVITE_URL = 'https://snug.example.org/register'

type Theme = 'light' | 'dark'

interface Shown {
  browser: Browser
  origin: string
}

/** Writes them as they stand in the README. */
export async function takeReadmeScreenshots(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-readme-'))
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath && { executablePath }),
  })
  try {
    const log = createLog({ pretty: false })
    log.level = 'silent'
    await seedDemo(dataDir, { log, progress: () => {} })
    const server = await startSnug(dataDir)
    try {
      await mkdir(FOLDER, { recursive: true })
      await takeAll({ browser, origin: server.url })
    } finally {
      await server.stop()
    }
  } finally {
    await browser.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function takeAll(shown: Shown) {
  const visitors = await Promise.all(OTHERS.map((name) => open(shown, name, 'light', DESKTOP)))
  for (const visitor of visitors) await openRoom(visitor)
  const home = await open(shown, VIEWER, 'light', DESKTOP)
  await keep('home', await screenshotOf(home))
  const room = await open(shown, VIEWER, 'dark', DESKTOP)
  await openRoom(room)
  await room.getByRole('button', { name: 'Jump to latest' }).click()
  await keep('room', await screenshotOf(room))
  const byDay = await open(shown, VIEWER, 'light', PHONE)
  const talk = await open(shown, VIEWER, 'light', PHONE)
  await openPost(talk)
  const byNight = await open(shown, VIEWER, 'dark', PHONE)
  await byNight.goto(`${shown.origin}/spaces`, { waitUntil: 'networkidle' })
  const phones = [byDay, talk, byNight]
  await keep('phones', await sideBySide(await Promise.all(phones.map(screenshotOf))))
}

/** A window of theirs, with Home in it. */
async function open(
  { browser, origin }: Shown,
  name: string,
  colorScheme: Theme,
  { scale, ...viewport }: typeof DESKTOP,
): Promise<Page> {
  const token = await signIn(origin, { email: emailOf(name), password: DEMO_PASSWORD })
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((known) => localStorage.setItem('token', known), token)
  await context.route('**/api/users/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), inviteUrl: INVITE_URL } })
  })
  const page = await context.newPage()
  await page.goto(origin, { waitUntil: 'networkidle', timeout: 60 * SECONDS })
  return page
}

async function openRoom(page: Page) {
  await page.goto(`${new URL(page.url()).origin}/spaces?tab=mine`)
  const card = page.getByRole('article', { name: ROOM })
  await card
    .getByRole('link', { name: 'Open' })
    .or(card.getByRole('button', { name: 'Open' }))
    .click()
  await page.getByRole('log').waitFor()
}

async function openPost(page: Page) {
  await page.goto(`${new URL(page.url()).origin}/?feed=public`)
  const card = page.getByRole('article').filter({ hasText: POST })
  await card.getByRole('link', { name: /ago$|now$/i }).click()
  await page.getByRole('article').first().waitFor()
}

async function screenshotOf(page: Page): Promise<Buffer> {
  // What it points at shows more than it says.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(SETTLED_MS)
  return page.screenshot()
}

/** With round corners, on nothing: it stands on pages of any colour. */
async function sideBySide(screenshots: readonly Buffer[]): Promise<Buffer> {
  const width = PHONE.width * PHONE.scale
  const height = PHONE.height * PHONE.scale
  const corners = Buffer.from(
    `<svg><rect width="${width}" height="${height}" rx="${CORNER_PX}"/></svg>`,
  )
  const phones = await Promise.all(
    screenshots.map(async (input, index) => ({
      input: await sharp(input)
        .composite([{ input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
      left: index * (width + GAP_PX),
      top: 0,
    })),
  )
  const all = screenshots.length * (width + GAP_PX) - GAP_PX
  return sharp({ create: { width: all, height, channels: 4, background: '#0000' } })
    .composite(phones)
    .png()
    .toBuffer()
}

/** As sharp as it can be in the bytes that a page may cost. */
async function keep(name: string, shot: Buffer) {
  for (let quality = 90; quality >= 50; quality -= 8) {
    const file = await sharp(shot).webp({ quality, effort: 6 }).toBuffer()
    if (file.length > MAX_BYTES) continue
    await writeFile(`${FOLDER}/${name}.webp`, file)
    return print(`${FOLDER}/${name}.webp: ${file.length} bytes`)
  }
  throw new Error(`The picture of ${name} would have more than ${MAX_BYTES} bytes.`)
}
