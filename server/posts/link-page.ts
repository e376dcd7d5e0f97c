import { Parser } from 'htmlparser2'
import type { LinkCard } from '../../contract/posts.ts'

// What a page says of itself in its head, as text and nothing else.

const TITLE_MAX = 200
const DESCRIPTION_MAX = 300
const SITE_MAX = 100
/** Whatever a page claims, what it says is read so much at a time, until its head is over. */
const CHUNK = 16 * 1024
const CHARSET = /charset\s*=\s*["']?([\w-]{1,40})/i
/** In the order of who is believed. */
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']

/** Null where it has no title. */
export function readPage(body: Buffer): Omit<LinkCard, 'url'> | null {
  const said = readHead(textOf(body))
  const first = (names: string[], max: number) =>
    names.map((name) => inOneLine(said.get(name) ?? '', max)).find((text) => text !== '') ?? ''
  const title = first(TITLES, TITLE_MAX)
  if (title === '') return null
  return {
    title,
    description: first(DESCRIPTIONS, DESCRIPTION_MAX),
    site: first(['og:site_name'], SITE_MAX),
  }
}

function readHead(html: string): Map<string, string> {
  const said = new Map<string, string>()
  let title: string | undefined
  let isOver = false
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      if (name === 'body') isOver = true
      if (isOver) return
      if (name === 'title') title ??= ''
      const key = (property ?? named ?? '').toLowerCase()
      if (name === 'meta' && content !== undefined && !said.has(key)) said.set(key, content)
    },
    ontext(text) {
      if (title !== undefined && !said.has('title')) title += text
    },
    onclosetag(name) {
      if (name === 'title' && title !== undefined && !said.has('title')) said.set('title', title)
      if (name === 'head') isOver = true
    },
  })
  for (let at = 0; at < html.length && !isOver; at += CHUNK)
    parser.write(html.slice(at, at + CHUNK))
  return said
}

function textOf(body: Buffer): string {
  const [, named = 'utf-8'] = CHARSET.exec(body.subarray(0, 1_024).toString('latin1')) ?? []
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** Without what would turn the direction of the text around it, or hide in it. */
function inOneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return [...line].slice(0, max).join('')
}
