import { type DoSlices, pauseSince } from '../platform/concurrency/sliced-work.ts'

// What making an archive and reading one have in common: each is tried beside what is served, a
// slice at a time, and may be given up in the midst of it.

export const TRIES_MAX = 5

/** The server stops, another process took over or has to, or it is not wanted any more. */
export class StoppedError extends Error {}

/** One slice of it, and a pause. Throws StoppedError where the server stops before it. */
export async function doSlice<Result>(
  doSlices: DoSlices,
  slice: () => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  const goesOn = await doSlices(async () => {
    const begin = performance.now()
    results.push(await slice())
    await pauseSince(begin)
    return false
  })
  if (!goesOn) throw new StoppedError()
  return results[0] as Result
}
