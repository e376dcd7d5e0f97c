import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { PING_EVERY_MS } from '../contract/realtime.ts'
import type { Id } from '../server/platform/ids.ts'
import type { Seat } from './network/spaces.ts'

// Chat over a running server: members of spaces who send messages and receive each other's.

/** In every message, followed by the time it was sent. */
export const SENT_AT = 'sent at '
const ANSWER_WITHIN_MS = 5_000

/** Connections that stay, as browsers keep theirs. */
const talkers = new Agent({ keepAlive: true, maxSockets: 64 })

/** A space as the bench sees it: the tokens and sockets of its members. */
export interface ChatSpace {
  id: Id
  tokens: string[]
  sockets: WebSocket[]
}

/** A member's socket, once the server has greeted it; it stays open as a page's does. */
export async function openMemberSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'hello', token }))
  await once(socket, 'message')
  const pinging = setInterval(() => socket.send('{"type":"ping"}'), PING_EVERY_MS).unref()
  socket.once('close', () => clearInterval(pinging))
  return socket
}

/** Everybody who has a seat comes in; `tokens` are theirs, in the same order. */
export async function openChatSpaces(
  url: string,
  seats: Seat[],
  tokens: string[],
): Promise<ChatSpace[]> {
  const spaces = new Map<Id, ChatSpace>()
  for (const [index, { space }] of seats.entries()) {
    const token = tokens[index] ?? ''
    const chatLoad = spaces.get(space) ?? { id: space, tokens: [], sockets: [] }
    chatLoad.tokens.push(token)
    chatLoad.sockets.push(await openMemberSocket(url, token))
    spaces.set(space, chatLoad)
  }
  return [...spaces.values()]
}

/**
 * Says something in a space; refuses any answer but success. Without `fetch`: it took so much of
 * the processors that who sent was full before the server was.
 */
export async function postMessage(url: string, space: Id, token: string, content: string) {
  const asked = request(`${url}/api/spaces/${space}/messages`, {
    ...{ agent: talkers, method: 'POST' },
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
  })
  asked.end(JSON.stringify({ content }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 201)
    throw new Error(`A message was answered ${answer.statusCode}: ${said}`)
}

export interface ChatLoadResult {
  messages: number
  seconds: number
  /** From sending to each socket that received it, sorted. */
  latenciesMs: number[]
}

/**
 * So many talk at once, each as soon as the last message was answered, in turn in all spaces.
 * Throws when a message did not reach every socket of its space.
 */
export async function runChatLoad(
  url: string,
  spaces: ChatSpace[],
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<ChatLoadResult> {
  const sockets = spaces.flatMap((space) => space.sockets)
  const latenciesMs: number[] = []
  const onMessage = (data: unknown) => {
    const text = String(data)
    const at = text.indexOf(SENT_AT)
    if (at > 0)
      latenciesMs.push(performance.now() - Number.parseFloat(text.slice(at + SENT_AT.length)))
  }
  for (const socket of sockets) socket.on('message', onMessage)
  const started = performance.now()
  let messages = 0
  let due = 0
  const sender = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const turn = messages++
      const { id, tokens, sockets } = spaces[turn % spaces.length] as ChatSpace
      const token = tokens[Math.floor(turn / spaces.length) % tokens.length] ?? ''
      due += sockets.length
      const words = `${SENT_AT}${performance.now().toFixed(3)} and some words as people say them`
      await postMessage(url, id, token, words)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  const taken = (performance.now() - started) / 1_000
  await waitUntil(() => latenciesMs.length >= due)
  for (const socket of sockets) socket.off('message', onMessage)
  if (latenciesMs.length !== due)
    throw new Error(`${due} deliveries were due, ${latenciesMs.length} came.`)
  return { messages, seconds: taken, latenciesMs: latenciesMs.toSorted((one, two) => one - two) }
}

async function waitUntil(isDone: () => boolean) {
  const deadline = performance.now() + ANSWER_WITHIN_MS
  while (!isDone() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
