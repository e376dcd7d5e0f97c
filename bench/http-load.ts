import autocannon from 'autocannon'
import { cpuMicros } from './cpu-usage.ts'

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time of the server's process for one request, in microseconds. */
  cpuMicros: number
}

const CONNECTIONS = 8

/** Asks for one address over and over for so many seconds; every answer must be a 2xx. */
export async function measure(
  url: string,
  headers: Record<string, string>,
  pid: number,
  seconds: number,
): Promise<Measured> {
  const before = cpuMicros(pid)
  const { requests, seconds: taken, p50Ms, p99Ms } = await drive({ url, headers }, seconds)
  const used = cpuMicros(pid) - before
  return { perSecond: requests / taken, p50Ms, p99Ms, cpuMicros: used / requests }
}

/** Sends one request over and over for so many seconds; every answer must be a 2xx. */
export async function drive(
  request: Pick<autocannon.Options, 'url' | 'headers' | 'method' | 'body'>,
  seconds: number,
) {
  const result = await autocannon({ ...request, connections: CONNECTIONS, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0)
    throw new Error(
      `${request.url}: ${result.non2xx} answers were no success, ${result.errors} failed.`,
    )
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** One request after the other, for latencies finer than a millisecond: the median in µs. */
export async function medianMicros(
  url: string,
  headers: Record<string, string>,
  times: number,
): Promise<number> {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    taken.push((performance.now() - started) * 1_000)
  }
  return median(taken)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
