import { describe, expect, it } from 'vitest'
import { lockfileFindings } from './lockfile.ts'

const dependencies = { zod: '4.0.0' }
const manifest = JSON.stringify({ name: 'snug', dependencies })

function lockfile({ root = { dependencies }, zod = { version: '4.0.0' } as object } = {}) {
  return JSON.stringify({ packages: { '': root, 'node_modules/zod': zod } })
}

describe('lockfileFindings', () => {
  it('finds nothing in a lockfile that fits and names no registry', () => {
    expect(lockfileFindings(lockfile(), manifest)).toEqual([])
  })

  it('finds download addresses', () => {
    const zod = { version: '4.0.0', resolved: 'https://example.org/zod-4.0.0.tgz' }
    expect(lockfileFindings(lockfile({ zod }), manifest)).toEqual([
      'package-lock.json: node_modules/zod has a download address.',
    ])
  })

  it('finds a package that another needs and nobody locked', () => {
    const zod = { version: '4.0.0', dependencies: { left: '1.0.0' } }
    expect(lockfileFindings(lockfile({ zod }), manifest)).toEqual([
      'package-lock.json: left, which node_modules/zod needs, is not locked.',
    ])
    const nested = { 'node_modules/zod/node_modules/left': { version: '1.0.0' } }
    const packages = { ...JSON.parse(lockfile({ zod })).packages, ...nested }
    expect(lockfileFindings(JSON.stringify({ packages }), manifest)).toEqual([])
  })

  it('finds that package.json was changed without it', () => {
    const root = { dependencies: { zod: '3.0.0' } }
    expect(lockfileFindings(lockfile({ root }), manifest)).toEqual([
      'package-lock.json: dependencies are not those of package.json.',
    ])
  })
})
