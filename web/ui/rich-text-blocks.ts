// The few marks that texts of the community may hold: paragraphs, headings, lists and links. All
// else is text as it stands. Nothing of it ever becomes markup: a screen draws the pieces.

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isNumbered: boolean; items: string[] }

const HEADING = /^#{1,3} +(.+)$/
const BULLET = /^[-*•] +(.+)$/
const NUMBERED = /^\d{1,3}[.)] +(.+)$/

export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  /** What the next line goes on with; nothing after an empty line. */
  let open: Block | undefined
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') open = undefined
    else {
      const next = blockOf(line)
      if (open && join(open, next)) continue
      blocks.push(next)
      open = next
    }
  }
  return blocks
}

function blockOf(line: string): Block {
  const heading = HEADING.exec(line)?.[1]
  if (heading) return { kind: 'heading', text: heading }
  const bullet = BULLET.exec(line)?.[1]
  const item = bullet ?? NUMBERED.exec(line)?.[1]
  if (item) return { kind: 'list', isNumbered: bullet === undefined, items: [item] }
  return { kind: 'paragraph', text: line }
}

/** Lines that follow each other are one paragraph or one list. False where they are not. */
function join(last: Block, next: Block): boolean {
  if (last.kind === 'paragraph' && next.kind === 'paragraph') last.text += `\n${next.text}`
  else if (last.kind === 'list' && next.kind === 'list' && last.isNumbered === next.isNumbered)
    last.items.push(...next.items)
  else return false
  return true
}

export type NamedPiece = { text: string; href?: string }

const NAMED_LINK = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,2000})\)/g

/** Splits off the links with a name, `[name](address)`; bare addresses stay in the text. */
export function splitNamedLinks(text: string): NamedPiece[] {
  const pieces: NamedPiece[] = []
  let end = 0
  for (const { 0: found, 1: name = '', 2: url = '', index } of text.matchAll(NAMED_LINK)) {
    const href = hrefOf(url)
    if (href === null) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: name, href })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** Only addresses of the web and of mail, so that nothing can be run by a press. */
function hrefOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { href, protocol, username, password } = new URL(url)
  if (!['http:', 'https:', 'mailto:'].includes(protocol)) return null
  return username === '' && password === '' ? href : null
}
