import { beforeEach, expect, it } from 'vitest'
import { createPeers } from './peers.ts'

let now: number
let told: string[]
let peers: ReturnType<typeof createPeers>
beforeEach(() => {
  now = 0
  told = []
  peers = createPeers({
    now: () => now,
    joined: (processId) => told.push(`${processId} joined`),
    left: (processId, isSilent) => told.push(`${processId} left${isSilent ? ' in silence' : ''}`),
  })
})

it('knows a process from its first word, once', () => {
  for (const processId of ['a', 'b', 'a']) peers.heard(processId)
  expect(told).toEqual(['a joined', 'b joined'])
  expect(peers.ids()).toEqual(['a', 'b'])
})

it('tells who is silent for long, once, and who is back', () => {
  peers.heard('a')
  peers.heard('b')
  now = 9_000
  peers.heard('b')
  peers.sweep()
  now = 11_000
  peers.sweep()
  peers.sweep()
  expect(told.slice(2)).toEqual(['a left in silence'])
  expect(peers.ids()).toEqual(['b'])
  peers.heard('a')
  expect(told.slice(3)).toEqual(['a joined'])
})

it('forgets who says goodbye, and whom it does not know', () => {
  peers.heard('a')
  peers.goodbye('a')
  peers.goodbye('x')
  expect(told).toEqual(['a joined', 'a left'])
  expect(peers.ids()).toEqual([])
})
