import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTATIONS } from './all.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8')

describe.each(Object.entries(MUTATIONS))('the mutations of %s', (_group, mutations) => {
  it.each(mutations)('$name', ({ file, text, replacement, tests }) => {
    expect(read(file).split(text), `${file} holds the text once`).toHaveLength(2)
    expect(replacement).not.toBe(text)
    expect(tests.filter((test) => !existsSync(resolve(ROOT, test)))).toEqual([])
  })
})

it('have a name of their own', () => {
  const names = Object.values(MUTATIONS).flatMap((mutations) => mutations.map(({ name }) => name))
  expect(names.length).toBeGreaterThanOrEqual(45)
  expect(new Set(names).size).toBe(names.length)
})
