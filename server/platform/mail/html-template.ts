/** Markup that may stand in a page as it is. Only the `html` tag makes it. */
class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

export type { Html }

/** What a template takes: text is escaped, markup made by `html` stays, null leaves nothing. */
type Part = string | Html | Html[] | null

/** A template in which everything interpolated is escaped, in text and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(toMarkup)))
}

function toMarkup(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(toMarkup).join('')
  return part instanceof Html ? part.markup : escapeText(part)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
