// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchMembersCode, prefetch } from './prefetch-screens.ts'

const client = new QueryClient()
let left: AbortController
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  left = new AbortController()
  asked = []
})

afterEach(() => {
  left.abort()
  client.clear()
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('fetches one part after the other, and goes on where one does not come', async () => {
  const first = part('first')
  const second = part('second')
  void prefetch([first.load, second.load], client, left.signal)
  await aMoment()
  expect(asked).toEqual(['first'])
  await aMoment()
  expect(asked).toEqual(['first'])
  first.fail()
  await aMoment()
  expect(asked).toEqual(['first', 'second'])
})

it('lets what the page itself asks for go first', async () => {
  const answer = Promise.withResolvers<string>()
  void client.fetchQuery({ queryKey: ['posts'], queryFn: () => answer.promise })
  const image = document.createElement('img')
  Object.defineProperty(image, 'complete', { value: false, writable: true })
  document.body.append(image)
  void prefetch([part('screen').load], client, left.signal)
  await aMoment()
  answer.resolve('said')
  await aMoment()
  expect(asked).toEqual([])
  Object.assign(image, { complete: true })
  await aMoment()
  expect(asked).toEqual(['screen'])
})

it('does not wait for ever for an answer', async () => {
  client.fetchQuery({ queryKey: ['posts'], queryFn: () => new Promise(() => {}) }).catch(() => {})
  void prefetch([part('screen').load], client, left.signal)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toEqual(['screen'])
})

it('ends with the page that it was for', async () => {
  void prefetch([part('screen').load], client, left.signal)
  left.abort()
  await aMoment()
  expect(asked).toEqual([])
})

it('fetches the code that signing in leads to, each file once', async () => {
  const script = Object.assign(document.createElement('script'), { type: 'text/plain' })
  Object.assign(script.dataset, { frame: '/shared.js /frame.js', home: '/shared.js /home.js' })
  document.body.append(script)
  await fetchMembersCode()
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
  for (const link of links) link.remove()
  expect(links.map(({ href }) => new URL(href).pathname)).toEqual([
    '/shared.js',
    '/frame.js',
    '/home.js',
  ])
})

function part(name: string) {
  const { promise, reject } = Promise.withResolvers<void>()
  const load = () => {
    asked.push(name)
    return promise
  }
  return { load, fail: () => reject(new Error('away')) }
}

const aMoment = () => vi.advanceTimersByTimeAsync(500)
