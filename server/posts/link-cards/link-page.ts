import { Parser } from 'htmlparser2'
import type { LinkCard } from '../../../contract/link-card.ts'

// What a page says of itself in its head, as text and nothing else; and where its picture hangs.

const TITLE_MAX = 200
const DESCRIPTION_MAX = 300
const SITE_MAX = 100
const URL_MAX = 2_000
/** Whatever a page claims, what it says is read so much at a time, until its head is over. */
const CHUNK = 16 * 1024
/**
 * No head has as many; to find the ends of those that are nested takes as long as they are deep.
 */
const TAGS_MAX = 2_000
const CHARSET = /charset\s*=\s*["']?([\w-]{1,40})/i
/** In the order of who is believed. */
const TITLES = ['og:title', 'twitter:title', 'title']
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']

export interface Page extends Omit<LinkCard, 'image' | 'wideImage' | 'url'> {
  /** Where its picture hangs, by https. */
  imageUrl: string | null
}

/** What the page at an address says. Null where it has no title. */
export function readPage(body: Buffer, url: string): Page | null {
  const said = readHead(textOf(body))
  const first = (names: string[], max: number) =>
    names.map((name) => inOneLine(said.get(name) ?? '', max)).find((text) => text !== '') ?? ''
  const title = first(TITLES, TITLE_MAX)
  if (title === '') return null
  return {
    title,
    description: first(DESCRIPTIONS, DESCRIPTION_MAX),
    site: first(['og:site_name'], SITE_MAX),
    imageUrl: imageUrlIn(said, url),
  }
}

/** The first that is an address we would call. */
function imageUrlIn(said: Map<string, string>, page: string): string | null {
  for (const name of IMAGES) {
    const url = (said.get(name) ?? '').trim()
    if (url === '' || url.length > URL_MAX || !URL.canParse(url, page)) continue
    const { protocol, href } = new URL(url, page)
    if (protocol === 'https:') return href
  }
  return null
}

function readHead(html: string): Map<string, string> {
  const said = new Map<string, string>()
  let title: string | undefined
  let isOver = false
  let tags = 0
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      if (name === 'body' || ++tags > TAGS_MAX) isOver = true
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
