import type { BrowserContext, ConsoleMessage, Page, Request, Response } from '@playwright/test'

// Sees what goes wrong behind a page: errors in the console and in scripts, breaches of the content
// policy, requests that leave our own server, and answers that are refusals. A journey says
// beforehand which refusals it means to provoke; each of them has to come.

/** A status of 400 or more, or no answer at all. */
export type Trouble = number | 'no answer'

interface Seen {
  trouble: Trouble
  where: string
}

export interface Witness {
  /** From now on, what the pages of this context do is seen. */
  watch(context: BrowserContext): Promise<void>
  /** These are no complaints, in this test; that one of them never comes is. */
  expects(...troubles: Trouble[]): void
  /** These may come, by chance of which of two answers is first. */
  tolerates(...troubles: Trouble[]): void
  complaints(): string[]
  /** The requests that nothing has answered yet, with how long they have waited. */
  unanswered(): string[]
}

const NO_ANSWER =
  /^(WebSocket connection to \S+ failed|TypeError: Failed to fetch dynamically imported module)/

export function createWitness(origin: string): Witness {
  const seen: string[] = []
  const troubles: Seen[] = []
  const expected = new Set<Trouble>()
  const tolerated = new Set<Trouble>()
  const waiting = new Map<Request, number>()

  function hearAnswer(response: Response) {
    const status = response.status()
    if (status >= 400) troubles.push({ trouble: status, where: nameOf(response.request()) })
  }

  function hearFailure(request: Request) {
    waiting.delete(request)
    // A page that is left gives up what it was asking for.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return
    troubles.push({ trouble: 'no answer', where: nameOf(request) })
  }

  function hearAddress(url: string) {
    const { protocol, host } = new URL(url)
    const isOurs = host === new URL(origin).host || !/^(https?|wss?):$/.test(protocol)
    if (!isOurs) seen.push(`a request to a foreign origin: ${url}`)
  }

  function hearConsole(message: ConsoleMessage) {
    if (message.type() !== 'error') return
    const text = message.text()
    // Nothing answers the stream while the server is away; the client comes back by itself. Of a
    // part of the client that does not come, the page says so.
    if (NO_ANSWER.test(text)) troubles.push({ trouble: 'no answer', where: text })
    else if (!text.startsWith('Failed to load resource: ')) seen.push(`console: ${text}`)
  }

  async function watch(context: BrowserContext) {
    await context.addInitScript(sayPolicyBreaches)
    context.on('console', hearConsole)
    context.on('weberror', (error) => seen.push(`script: ${wordsOf(error.error())}`))
    context.on('request', (request) => {
      waiting.set(request, Date.now())
      hearAddress(request.url())
    })
    context.on('requestfinished', (request) => waiting.delete(request))
    context.on('response', hearAnswer)
    context.on('requestfailed', hearFailure)
    const hearSockets = (page: Page) => page.on('websocket', (socket) => hearAddress(socket.url()))
    context.pages().forEach(hearSockets)
    context.on('page', hearSockets)
  }

  return {
    watch,
    expects(...more) {
      for (const trouble of more) expected.add(trouble)
    },
    tolerates(...more) {
      for (const trouble of more) tolerated.add(trouble)
    },
    complaints: () => {
      const serious = troubles.filter(({ trouble }) => !tolerated.has(trouble))
      return [...seen, ...unexpectedOf(serious, expected)]
    },
    unanswered: () =>
      [...waiting].map(([request, since]) => `${nameOf(request)}: ${Date.now() - since} ms`),
  }
}

/** The troubles that nobody expects, and those expected that never came. */
function unexpectedOf(troubles: Seen[], expected: Set<Trouble>): string[] {
  const came = new Set(troubles.map(({ trouble }) => trouble))
  // A server that comes back answers so until it is ready.
  const isStarting = ({ trouble }: Seen) => trouble === 503 && expected.has('no answer')
  const surprises = troubles.filter((each) => !expected.has(each.trouble) && !isStarting(each))
  const missing = [...expected].filter((trouble) => !came.has(trouble))
  return [
    ...surprises.map(({ trouble, where }) => `${where}: ${trouble}`),
    ...missing.map((trouble) => `expected, and never came: ${trouble}`),
  ]
}

/** Some have no stack, such as that of a part of the client that did not come. */
function wordsOf({ message, stack }: Error): string {
  return stack || message
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`
}

/** Chromium tells of most in the console by itself; of those it only reports, it does not. */
function sayPolicyBreaches() {
  window.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sourceFile, sample } = event
    const where = [sourceFile, sample].filter(Boolean).join(' ')
    console.error(`The content policy was breached: ${violatedDirective}, ${blockedURI} ${where}`)
  })
}
