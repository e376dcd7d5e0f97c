import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { loadChunk, loadedChunk, parts } from './load-chunk.ts'
import { pause } from './pause.ts'

type Load<Chunk> = () => Promise<Chunk>
type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never
type Lazy<Part> = LazyExoticComponent<ComponentType<PropsOf<Part>>>

const TRY_AGAIN_AFTER_MS = 10_000

/**
 * A component of a part of the client that is fetched when it is first drawn; drawn at once if it
 * is there.
 */
export function lazyChunk<Chunk, Name extends keyof Chunk>(
  load: Load<Chunk>,
  name: Name,
): Lazy<Chunk[Name]> {
  return lazyFrom(load, name, loadChunk)
}

/**
 * The same for what nobody asked for: as long as it cannot be fetched there is nothing in its
 * place, and what stands around it goes on. Where it would come with a reload, that waits: no page
 * is taken from under somebody's hand for what they did not ask for.
 */
export function optionalChunk<Chunk, Name extends keyof Chunk>(
  load: Load<Chunk>,
  name: Name,
): Lazy<Chunk[Name]> {
  return lazyFrom(load, name, () => loadWithRetry(load, reloadLater))
}

function lazyFrom<Chunk, Name extends keyof Chunk>(
  load: Load<Chunk>,
  name: Name,
  fetchChunk: (load: Load<Chunk>) => Promise<Chunk>,
): Lazy<Chunk[Name]> {
  const partOf = (chunk: Chunk) => ({
    default: chunk[name] as ComponentType<PropsOf<Chunk[Name]>>,
  })
  return lazy(() => {
    const loaded = loadedChunk(load)
    return loaded
      ? (atOnce(partOf(loaded)) as Promise<ReturnType<typeof partOf>>)
      : fetchChunk(load).then(partOf)
  })
}

function reloadLater(): void {
  parts.isGone = true
}

/** Once it comes: asked for again and again. */
export async function loadWithRetry<Chunk>(load: Load<Chunk>, reload?: () => void): Promise<Chunk> {
  for (;;) {
    try {
      return await loadChunk(load, reload)
    } catch {
      await pause(TRY_AGAIN_AFTER_MS)
    }
  }
}

/**
 * For a dialog of such a part: drawn from its first opening on, so that it can be seen to leave.
 */
export function useWasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return isOpen || wasOpened
}

/** A promise answers a moment later, and for that moment React would show that it waits. */
function atOnce<Value>(value: Value): PromiseLike<Value> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: React takes any thenable here
    then: (resolve) => resolve?.(value) as never,
  }
}
