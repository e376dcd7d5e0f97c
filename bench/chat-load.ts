import { once } from 'node:events'
import { WebSocket } from 'ws'
import { PING_EVERY_MS } from '../contract/realtime.ts'
import type { Seat } from './network/spaces.ts'

// People who talk in spaces over a running server, and hear each other.

/** In every message, after it the moment it was sent. */
export const MARK = 'sent at '
const ANSWER_WITHIN_MS = 5_000

/** A space as the bench sees it: the tokens and sockets of its members. */
export interface ChatSpace {
  id: string
  tokens: string[]
  sockets: WebSocket[]
}

/** A member's socket, once the server has greeted it; it stays open as a page's does. */
export async function enter(url: string, token: string): Promise<WebSocket> {
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
  const spaces = new Map<string, ChatSpace>()
  for (const [index, { space }] of seats.entries()) {
    const token = tokens[index] ?? ''
    const talking = spaces.get(space) ?? { id: space, tokens: [], sockets: [] }
    talking.tokens.push(token)
    talking.sockets.push(await enter(url, token))
    spaces.set(space, talking)
  }
  return [...spaces.values()]
}

/** Says something in a space; refuses any answer but success. */
async function speak(url: string, space: string, token: string, content: string) {
  const answer = await fetch(`${url}/api/spaces/${space}/messages`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`A message was answered ${answer.status}: ${text}`)
}

export interface ChatLoadResult {
  messages: number
  seconds: number
  /** From the sending to each socket that heard it, sorted. */
  latenciesMs: number[]
}

/**
 * So many talk at once, each as soon as the last message was answered, in turn in all spaces.
 * Throws when a message did not reach every socket of its space.
 */
export async function talk(
  url: string,
  spaces: ChatSpace[],
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<ChatLoadResult> {
  const sockets = spaces.flatMap((space) => space.sockets)
  const latenciesMs: number[] = []
  const hear = (data: unknown) => {
    const text = String(data)
    const at = text.indexOf(MARK)
    if (at > 0)
      latenciesMs.push(performance.now() - Number.parseFloat(text.slice(at + MARK.length)))
  }
  for (const socket of sockets) socket.on('message', hear)
  const started = performance.now()
  let messages = 0
  let due = 0
  const talker = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const turn = messages++
      const { id, tokens, sockets } = spaces[turn % spaces.length] as ChatSpace
      const token = tokens[Math.floor(turn / spaces.length) % tokens.length] ?? ''
      due += sockets.length
      const words = `${MARK}${performance.now().toFixed(3)} and some words as people say them`
      await speak(url, id, token, words)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, talker))
  const taken = (performance.now() - started) / 1_000
  await until(() => latenciesMs.length >= due)
  for (const socket of sockets) socket.off('message', hear)
  if (latenciesMs.length !== due)
    throw new Error(`${due} deliveries were due, ${latenciesMs.length} came.`)
  return { messages, seconds: taken, latenciesMs: latenciesMs.toSorted((one, two) => one - two) }
}

async function until(isDone: () => boolean) {
  const deadline = performance.now() + ANSWER_WITHIN_MS
  while (!isDone() && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
