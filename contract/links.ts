/** A piece of a text that somebody wrote: words, or an address to go to. */
export type TextPiece = { text: string; href?: undefined } | { text: string; href: string }

// An address ends at white space, at quotes and brackets that enclose it, and at marks that would
// turn the direction of what follows: nobody could tell where it leads.
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"“”«»„「」『』【】（）。、，！？\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/giu
/** What belongs to the sentence when it is last. */
const SENTENCE_END = ".,;:!?'’…*_~"
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * The text in pieces, nothing of it lost. Only http and https are addresses, and none with a name
 * or password in it: those look as if they led elsewhere.
 */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  // Most texts hold none, and to look for one by its pattern takes many times as long.
  if (!text.includes('://')) return text === '' ? pieces : [{ text }]
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const url = withoutSentenceEnd(found)
    const href = hrefOf(url)
    if (href === null) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: url, href })
    end = index + url.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** The first address that begins with https, as it is called; null where there is none. */
export function firstLink(text: string): string | null {
  const links = splitLinks(text).flatMap(({ href }) => href ?? [])
  return links.find((href) => href.startsWith('https:')) ?? null
}

function hrefOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { href, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' ? href : null
}

/** A bracket stays where the address has opened it: …/Snug_(house). */
function withoutSentenceEnd(url: string): string {
  const open = openBrackets(url)
  let end = url.length
  while (end > 0) {
    const last = url.charAt(end - 1)
    const opening = BRACKETS[last]
    if (opening === undefined) {
      if (!SENTENCE_END.includes(last)) break
    } else {
      const surplus = open.get(opening) ?? 0
      if (surplus >= 0) break
      open.set(opening, surplus + 1)
    }
    end--
  }
  return url.slice(0, end)
}

/** How many more of each bracket are opened than closed. */
function openBrackets(url: string): Map<string, number> {
  const open = new Map<string, number>()
  const add = (bracket: string, count: number) =>
    open.set(bracket, (open.get(bracket) ?? 0) + count)
  for (const character of url) {
    const closes = BRACKETS[character]
    if (closes !== undefined) add(closes, -1)
    if ('([{'.includes(character)) add(character, 1)
  }
  return open
}
