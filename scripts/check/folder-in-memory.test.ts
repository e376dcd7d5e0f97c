import { expect, it } from 'vitest'
import { folderInMemory, type Place } from './folder-in-memory.ts'

const PLENTY = 64 * 1024 ** 3

interface Given extends Partial<Place> {
  kind?: string
  options?: string
}

function look({ kind = 'tmpfs', options = 'rw,nosuid,nodev', ...free }: Given) {
  const mounts = `proc /proc proc rw 0 0\ntmpfs /memory ${kind} ${options} 0 0\n`
  return folderInMemory({ folder: '/memory', mounts, room: PLENTY, freeMemory: PLENTY, ...free })
}

it('is there where it has room', () => {
  expect(look({})).toBe('/memory')
})

it.each([
  ['on a disk', { kind: 'ext4' }],
  ['from which no program may run', { options: 'rw,nosuid,nodev,noexec,relatime' }],
  ['that cannot be written to', { options: 'ro' }],
  ['as small as containers have it', { room: 64 * 1024 ** 2 }],
  ['on a machine with little memory left', { freeMemory: 4 * 1024 ** 3 }],
  ['that is not mounted', { mounts: '' }],
])('is not one %s', (_, given) => {
  expect(look(given)).toBeUndefined()
})
