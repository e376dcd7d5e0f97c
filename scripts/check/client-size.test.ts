import { expect, it } from 'vitest'
import { type Manifest, screensOverBudget } from './client-size.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js' },
  '_members.js': { file: 'members.js', name: 'members', imports: ['_vendor.js'] },
  'accounts/login-screen.tsx': { file: 'login.js', imports: ['_vendor.js'], isDynamicEntry: true },
  'posts/home-screen.tsx': { file: 'home.js', imports: ['_members.js'], isDynamicEntry: true },
}

function sizes(given: Record<string, number>) {
  return (file: string) => given[file] ?? 1_000
}

it('has nothing to say of a small client', () => {
  expect(screensOverBudget(manifest, sizes({}))).toEqual([])
})

it('counts what a screen imports, and what that imports, once', () => {
  const [problem, ...others] = screensOverBudget(manifest, sizes({ 'vendor.js': 160_000 }))
  expect(problem).toBe(
    'accounts/login-screen.tsx: 162000 bytes of scripts, at most 134000 are allowed.',
  )
  expect(others).toEqual([])
})

it('counts the frame around the screens of members alone', () => {
  expect(screensOverBudget(manifest, sizes({ 'members.js': 300_000 }))).toEqual([
    'posts/home-screen.tsx: 303000 bytes of scripts, at most 179500 are allowed.',
  ])
})

it('counts files', () => {
  const many = Array.from({ length: 20 }, (_, each) => `_part${each}.js`)
  const parts = Object.fromEntries(many.map((name) => [name, { file: name }]))
  const login = { file: 'login.js', imports: many, isDynamicEntry: true }
  expect(
    screensOverBudget({ ...manifest, ...parts, 'accounts/login-screen.tsx': login }, sizes({})),
  ).toEqual(['accounts/login-screen.tsx: 23 scripts, at most 12 are allowed.'])
})

it('does not call a build fine in which it finds no screen', () => {
  expect(screensOverBudget({}, sizes({}))).toHaveLength(1)
})
