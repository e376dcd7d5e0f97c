import { beforeEach, expect, it } from 'vitest'
import { createPeers } from './redis-peers.ts'

let now: number
let told: string[]
let peers: ReturnType<typeof createPeers>
beforeEach(() => {
  now = 0
  told = []
  peers = createPeers({
    now: () => now,
    missed: () => told.push('missed'),
    came: (process) => told.push(`${process} came`),
    left: (process) => told.push(`${process} left`),
  })
})

it('takes each announcement once', () => {
  peers.alive('a', 0)
  expect([1, 2, 2, 1, 3].map((number) => peers.isNew('a', number))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect(told).toEqual(['a came'])
})

it('notices a number that is skipped, and takes what comes after it', () => {
  peers.alive('a', 6)
  peers.begin()
  peers.isNew('a', 7)
  expect(told).toEqual(['a came'])
  expect(peers.isNew('a', 9)).toBe(true)
  expect(told).toEqual(['a came', 'missed'])
  expect(peers.isNew('a', 8)).toBe(false)
})

it('notices the loss of the last announcement by the next sign of life', () => {
  peers.alive('a', 7)
  peers.alive('a', 7)
  expect(told).toEqual(['a came'])
  peers.alive('a', 8)
  expect(told).toEqual(['a came', 'missed'])
})

it('has missed nothing of those who were there at the start', () => {
  peers.alive('a', 100)
  peers.isNew('b', 200)
  peers.begin()
  peers.alive('a', 100)
  expect(peers.isNew('b', 201)).toBe(true)
  expect(told).toEqual(['a came', 'b came'])
  expect(peers.names()).toEqual(['a', 'b'])
  peers.alive('a', 101)
  expect(told).toEqual(['a came', 'b came', 'missed'])
})

it('has missed something of one who turns up later with a past', () => {
  peers.begin()
  peers.alive('new', 0)
  expect(told).toEqual(['new came'])
  peers.alive('old', 5)
  expect(told).toEqual(['new came', 'old came', 'missed'])
})

it('tells who is silent for long, once, and who is back, and that both may have said more', () => {
  peers.alive('a', 3)
  now = 9_000
  peers.sweep()
  now = 11_000
  peers.sweep()
  peers.sweep()
  expect(told).toEqual(['a came', 'a left', 'missed'])
  expect(peers.names()).toEqual([])
  peers.alive('a', 4)
  expect(told).toEqual(['a came', 'a left', 'missed', 'a came', 'missed'])
})

it('forgets who says goodbye', () => {
  peers.alive('a', 3)
  peers.goodbye('a', 3)
  expect(told).toEqual(['a came', 'a left'])
  expect(peers.names()).toEqual([])
})

it('notices the loss of the last announcement by the goodbye', () => {
  peers.alive('a', 3)
  peers.goodbye('a', 4)
  expect(told).toEqual(['a came', 'missed', 'a left'])
})
