import { parentPort, workerData } from 'node:worker_threads'

// A thread that sends one request over and over until it is told to stop, and then says how often
// it was answered.

/** What is sent, how many at a time, and the status each has to be answered with. */
export interface Sending {
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array
  atOnce: number
  expected: number
  /** The server may be too busy (503) now and then: that is not counted, and sent again. */
  mayBeBusy?: boolean
}

if (parentPort) await send(workerData as Sending, parentPort)

async function send(
  { url, atOnce, expected, mayBeBusy = false, body, ...request }: Sending,
  port: NonNullable<typeof parentPort>,
) {
  let isOver = false
  let done = 0
  port.once('message', () => {
    isOver = true
  })
  const sender = async () => {
    while (!isOver) {
      const answer = await fetch(url, { ...request, body: new Uint8Array(body) })
      const text = await answer.text()
      if (mayBeBusy && answer.status === 503) continue
      if (answer.status !== expected) throw new Error(`${url}: ${answer.status} ${text}`)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  port.postMessage(done)
}
