import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { loadChunk, loadedChunk } from './load-chunk.ts'

type Load<Props, Name extends string> = () => Promise<Record<Name, ComponentType<Props>>>
type Lazy<Props> = LazyExoticComponent<ComponentType<Props>>

const TRY_AGAIN_AFTER_MS = 10_000

/** A component of a part of the client that is fetched when it is first drawn; drawn at once if it is there. */
export function lazyChunk<Props, Name extends string>(
  load: Load<Props, Name>,
  name: Name,
): Lazy<Props> {
  return lazyFrom(load, name, loadChunk)
}

/**
 * The same for what nobody asked for: as long as it cannot be fetched there is nothing in its place,
 * and what stands around it goes on.
 */
export function optionalChunk<Props, Name extends string>(
  load: Load<Props, Name>,
  name: Name,
): Lazy<Props> {
  return lazyFrom(load, name, loadAtLast)
}

function lazyFrom<Props, Name extends string>(
  load: Load<Props, Name>,
  name: Name,
  fetchChunk: (load: Load<Props, Name>) => ReturnType<Load<Props, Name>>,
): Lazy<Props> {
  return lazy(() => {
    const loaded = loadedChunk(load)
    return loaded
      ? (atOnce({ default: loaded[name] }) as Promise<{ default: ComponentType<Props> }>)
      : fetchChunk(load).then((chunk) => ({ default: chunk[name] }))
  })
}

async function loadAtLast<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (;;) {
    try {
      return await loadChunk(load)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS))
    }
  }
}

/** For a dialog of such a part: drawn from its first opening on, so that it can be seen to leave. */
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
