import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { attachState } from './failed-state.ts'
import { createWitness, type Trouble, type Witness } from './page-errors.ts'
import { makePatient } from './patience.ts'
import { type JourneyServer, openServer } from './server.ts'

interface Fixtures {
  server: JourneyServer
  /** Where they are on, so is the proof of work of who registers. */
  rateLimits: 'on' | 'off'
  /** Passkeys are for hosts that have a name. */
  hostname: '127.0.0.1' | 'localhost'
  /** Other settings of the server, by name. */
  settings: Record<string, string>
  witness: Witness
  /** Announces refusals this journey provokes: statuses, or 'no answer'. */
  expects: (...troubles: Trouble[]) => void
  /** Another person's browser, or one's own on another day, with the storage given. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** Of a journey that failed, added to its report. */
  failedState: undefined
}

/** A journey: a browser, watched, before a server of its own with an empty database. */
export const test = base.extend<Fixtures>({
  rateLimits: ['off', { option: true }],
  hostname: ['127.0.0.1', { option: true }],
  settings: [{}, { option: true }],
  server: async ({ rateLimits, hostname, settings }, use) => {
    const server = await openServer({ rateLimits, hostname, settings })
    await use(server)
    expect(await server.close(), 'how the server stopped').toBe(0)
    expect(server.complaints, 'what the server complained of').toEqual([])
  },
  baseURL: ({ server }, use) => use(server.origin),
  witness: async ({ server }, use) => {
    const witness = createWitness(server.origin)
    await use(witness)
    expect(witness.complaints(), 'what went wrong behind the pages').toEqual([])
  },
  expects: ({ witness }, use) => use(witness.expects),
  context: async ({ context, witness }, use) => {
    await witness.watch(context)
    makePatient(context)
    await use(context)
  },
  openBrowser: async ({ browser, witness }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      await witness.watch(context)
      makePatient(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  // It asks for the browsers so that it ends before they are closed.
  failedState: [
    async ({ server, witness, browser, context: _, openBrowser: __ }, use, info) => {
      await use(undefined)
      if (info.status === info.expectedStatus) return
      const pages = browser.contexts().flatMap((context) => context.pages())
      await attachState(info, { server, witness, pages })
    },
    { auto: true },
  ],
})
