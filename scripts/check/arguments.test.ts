import { describe, expect, it } from 'vitest'
import { chooseChecks, pathsWithoutTest } from './arguments.ts'

const CHECKS = [
  { name: 'walls', takesPaths: false },
  { name: 'unit', takesPaths: true },
  { name: 'client', takesPaths: false },
  { name: 'journeys', takesPaths: true, needs: 'client' },
]

function choose(...words: string[]) {
  const chosen = chooseChecks(CHECKS, words)
  if ('problem' in chosen) return chosen.problem
  return chosen.map(({ check, paths }) => [check.name, ...paths].join(' '))
}

describe('chooseChecks', () => {
  it('chooses all where none is named', () => {
    expect(choose()).toEqual(['walls', 'unit', 'client', 'journeys'])
  })

  it('chooses those named, in their own order, and what they need', () => {
    expect(choose('unit', 'walls')).toEqual(['walls', 'unit'])
    expect(choose('journeys')).toEqual(['client', 'journeys'])
    expect(choose('journeys', 'client')).toEqual(['client', 'journeys'])
  })

  it('narrows a check by the paths behind its name', () => {
    expect(choose('unit', './server/posts', 'web/ui', 'walls')).toEqual([
      'walls',
      'unit server/posts web/ui',
    ])
    expect(choose('unit', 'server', 'journeys', 'people', 'unit', 'web')).toEqual([
      'unit server web',
      'client',
      'journeys people',
    ])
  })

  it('says which checks there are where one is unknown', () => {
    const known = 'There are: walls, unit, client, journeys.'
    expect(choose('unti')).toBe(`There is no check "unti". ${known}`)
    expect(choose('server/posts', 'unit')).toBe(`There is no check "server/posts". ${known}`)
  })

  it('says that a check takes no path', () => {
    expect(choose('unit', 'server', 'walls', 'server')).toContain('"walls" takes no path.')
  })
})

describe('pathsWithoutTest', () => {
  it('names each path that is in no file', () => {
    const files = ['server/posts/feed.test.ts', 'web/ui/menu.test.tsx']
    expect(pathsWithoutTest(['server/posts', 'menu'], files)).toEqual([])
    expect(pathsWithoutTest(['server/posts', 'server/pots'], files)).toEqual(['server/pots'])
  })
})
