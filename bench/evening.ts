import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { captchaField, captchaQuestion } from '../tests/journeys/account-steps.ts'
import { mailedLink } from '../tests/journeys/mailbox.ts'
import { type JourneyServer, openServer } from '../tests/journeys/server.ts'
import { ada, ben, cleo, type Person } from '../tests/people.ts'
import { print, row } from './table.ts'

// Three people with a phone each, from an empty server to a talk in a room: how many taps each step
// takes, how many fields are to be filled in, and how long the machine lets one wait for it.

const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }
const PATIENCE_MS = 60_000

export async function benchEvening(): Promise<void> {
  const server = await openServer({ rateLimits: 'on' })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })
  try {
    print(row('', 'taps', 'fields', 'seconds'))
    await spendEvening(browser, server)
  } finally {
    await browser.close()
    await server.close()
  }
}

async function spendEvening(browser: Browser, server: JourneyServer) {
  const adas = await openPhone(browser, server)
  const bens = await openPhone(browser, server)
  const cleos = await openPhone(browser, server)
  await adas.step('Ada registers on the empty server', () => comeIn(adas, server, ada, '/register'))
  const link = await adas.step('Ada has a link to send', () => copyLink(adas))
  for (const [phone, person] of [
    [bens, ben],
    [cleos, cleo],
  ] as const) {
    const { username: name } = person
    await phone.step(`${name} comes by the link`, async () => {
      await phone.open(link)
      await phone.tap(phone.page.getByRole('link', { name: 'Create your account' }))
      await comeIn(phone, server, person)
    })
    await phone.step(`${name} has a first friend`, () => befriend(phone))
    await phone.step(`${name} has said the first words`, () =>
      post(phone, `Good evening from ${name}`),
    )
  }
  await adas.step('Ada answers what Ben said', () => comment(adas))
  await adas.step('Ada makes a room', () => makeRoom(adas))
  await bens.step('Ben is in it and has said something', () => joinRoom(bens, 'The kettle is on'))
  await cleos.step('Cleo, too', () => joinRoom(cleos, 'On my way'))
}

interface Hand {
  page: Page
  open(link: string): Promise<void>
  tap(what: Locator): Promise<void>
  /** One tap more where the field does not have the focus. */
  write(field: Locator, text: string): Promise<void>
  step<Result>(name: string, act: () => Promise<Result>): Promise<Result>
}

async function openPhone(browser: Browser, { origin }: JourneyServer): Promise<Hand> {
  const context = await browser.newContext({ ...PHONE, baseURL: origin, serviceWorkers: 'block' })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  let taps = 0
  let fields = 0
  return {
    page,
    async open(link) {
      taps += 1
      await page.goto(link)
    },
    async tap(what) {
      taps += 1
      await what.first().click()
    },
    async write(field, text) {
      const isFocused = await field.evaluate((element) => element === document.activeElement)
      if (!isFocused) taps += 1
      fields += 1
      await field.fill(text)
    },
    async step(name, act) {
      taps = 0
      fields = 0
      const begun = performance.now()
      const result = await act()
      const seconds = (performance.now() - begun) / 1_000
      print(row(name, String(taps), String(fields), seconds.toFixed(1)))
      return result
    },
  }
}

async function comeIn(hand: Hand, server: JourneyServer, person: Person, at?: string) {
  const { page, tap, write } = hand
  if (at) await hand.open(at)
  await write(page.getByLabel('Username'), person.username)
  await write(page.getByLabel('Email'), person.email)
  await write(page.getByLabel('Password', { exact: true }), person.password)
  const [left = 0, right = 0] = (await captchaQuestion(page)).match(/\d+/g)?.map(Number) ?? []
  await write(captchaField(page), String(left + right))
  await tap(page.getByRole('button', { name: 'Create account' }))
  await page.getByRole('heading', { name: `Check ${person.email}` }).waitFor()
  await hand.open(await mailedLink(server, person.email, 'verify'))
  await page.getByText(new RegExp(`^Good \\w+, ${person.username}$`)).waitFor()
}

async function copyLink({ page, tap }: Hand): Promise<string> {
  await tap(page.getByRole('button', { name: /^Your first invitation/ }))
  await tap(page.getByRole('button', { name: 'Copy a link' }))
  return page.getByLabel('The link').inputValue()
}

async function befriend({ page, tap }: Hand) {
  const accept = page.getByRole('button', { name: /^Accept/ })
  const step = page.getByRole('button', { name: /^People you know/ })
  await step.or(accept).first().waitFor()
  if (!(await accept.first().isVisible())) await tap(step)
  await tap(accept)
  await page.getByRole('button', { name: 'People you know, done' }).waitFor()
}

async function post({ page, tap, write }: Hand, text: string) {
  await tap(page.getByText("What's on your mind?"))
  await write(page.getByLabel('Your post'), text)
  await tap(page.getByRole('button', { name: 'Post', exact: true }))
  await page.getByRole('article').filter({ hasText: text }).first().waitFor()
}

async function comment({ page, tap, write }: Hand) {
  const said = page.getByRole('article').filter({ hasText: 'Good evening from Ben' })
  const pill = page.getByRole('button', { name: /new post/ })
  await said.or(pill).first().waitFor()
  if (!(await said.first().isVisible())) await tap(pill)
  await tap(said.getByRole('button', { name: /^Comments/ }))
  await write(said.getByLabel('Your comment'), 'Good to have you here')
  await tap(said.getByRole('button', { name: 'Send comment' }))
  await said.getByRole('listitem').filter({ hasText: 'Good to have you here' }).first().waitFor()
}

async function makeRoom({ page, tap, write }: Hand) {
  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Spaces/ }))
  await tap(page.getByRole('button', { name: 'Create Space' }))
  const form = page.getByRole('dialog', { name: 'Create Space' })
  await write(form.getByRole('textbox', { name: 'Name', exact: true }), 'Kitchen')
  await write(
    form.getByRole('textbox', { name: 'Description', exact: true }),
    'Where the kettle is',
  )
  await tap(form.getByRole('button', { name: 'Create', exact: true }))
  await form.waitFor({ state: 'hidden' })
}

async function joinRoom({ page, tap, write }: Hand, words: string) {
  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Spaces/ }))
  await tap(page.getByRole('button', { name: /^Join/ }))
  await write(page.getByLabel('Message', { exact: true }), words)
  await tap(page.getByRole('button', { name: /^Send/ }))
  await page.getByRole('log').getByText(words).first().waitFor()
}
