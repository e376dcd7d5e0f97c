import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { loadChunk, loadedChunk } from './load-chunk.ts'

/** A component of a part of the client that is fetched when it is first drawn; drawn at once if it is there. */
export function lazyChunk<Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => {
    const loaded = loadedChunk(load)
    return loaded
      ? (atOnce({ default: loaded[name] }) as Promise<{ default: ComponentType<Props> }>)
      : loadChunk(load).then((chunk) => ({ default: chunk[name] }))
  })
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
