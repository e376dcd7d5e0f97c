import { vi } from 'vitest'
import { storeToken } from '../token-store.ts'
import { Connection } from './connection.ts'
import { FakeSocket } from './fake-socket.ts'

export const log: string[] = []

const listener = {
  onConnect: (isMissed: boolean) => void log.push(isMissed ? 'up after a gap' : 'up'),
  onDisconnect: () => void log.push('down'),
  onMessage: (message: unknown) => void log.push(JSON.stringify(message)),
}

export let line: Connection | undefined

export function open(): Connection {
  line = new Connection(FakeSocket, Date.now(), listener)
  return line
}

export const tries = () => FakeSocket.opened.length

export const socket = () => FakeSocket.last

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

export function prepareConnection() {
  vi.useFakeTimers()
  // The longest wait each time.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  FakeSocket.reset()
  log.length = 0
  storeToken('mine', false)
}

export function resetConnection() {
  line?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}
