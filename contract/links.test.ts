import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLink, splitLinks } from './links.ts'

const addressesIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])
const shownIn = (text: string) =>
  splitLinks(text).flatMap((piece) => (piece.href === undefined ? [] : [piece.text]))

describe('the links of a text', () => {
  it('are its web addresses, in the words they were written in', () => {
    expect(splitLinks('See https://example.org/a?b=1#c and HTTP://Example.org.')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
      { text: ' and ' },
      { text: 'HTTP://Example.org', href: 'http://example.org/' },
      { text: '.' },
    ])
    expect(splitLinks('No link.')).toEqual([{ text: 'No link.' }])
    expect(splitLinks('')).toEqual([])
  })

  it.each([
    ['(https://example.org/)', 'https://example.org/'],
    ['https://example.org/wiki/Snug_(house), you know', 'https://example.org/wiki/Snug_(house)'],
    ['[https://example.org/a)]!', 'https://example.org/a'],
    ['“https://example.org/a”…', 'https://example.org/a'],
    ['https://example.org/a。次', 'https://example.org/a'],
    ['**https://example.org/a**', 'https://example.org/a'],
  ])('leave out what is of the sentence: %s', (text, shown) => {
    expect(shownIn(text)).toEqual([shown])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:ana@example.org',
    'ftp://example.org/',
    'xhttps://example.org',
    'https://',
    'https://bank.example@evil.example/',
    'https://ana:secret@example.org/',
    'https://example.org:99999/',
  ])('never are %s', (text) => {
    expect(addressesIn(text)).toEqual([])
  })

  it('end where a mark turns the direction of the text', () => {
    expect(shownIn('https://example.org/\u202efdp.exe')).toEqual(['https://example.org/'])
    expect(shownIn('https://example.org/\u2066a')).toEqual(['https://example.org/'])
  })

  it('tell the host as it is, however its letters look', () => {
    expect(addressesIn('https://\u0435\u0445ample.org/')).toEqual(['https://xn--ample-ywe6i.org/'])
  })

  it('lose nothing of any text and only lead to the web', () => {
    const text = fc.array(
      fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom('https://a.b/', '\u202e', ' ', ')', '(', '@'),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(text, (parts) => {
        const pieces = splitLinks(parts.join(''))
        expect(pieces.map((piece) => piece.text).join('')).toBe(parts.join(''))
        for (const { href } of pieces) if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
      }),
    )
  })

  it('of a long row of brackets are found in one walk', () => {
    const address = `https://a.b/${')'.repeat(100_000)}`
    expect(shownIn(address)).toEqual(['https://a.b/'])
  })
})

it('takes the first address that is encrypted', () => {
  expect(firstLink('See http://a.example/, https://b.example/x. and https://c.example')).toBe(
    'https://b.example/x',
  )
  expect(firstLink('http://a.example and https://ada:tea@b.example/')).toBeNull()
})
