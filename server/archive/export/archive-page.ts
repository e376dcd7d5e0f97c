import { hash } from 'node:crypto'
import { Html, html } from '../../platform/html.ts'

// The pages of an archive: they open from a folder, without a network and without a script.

const STYLE = `
:root { color-scheme: light dark; --ink: #2b2320; --soft: #6b5d55; --paper: #fffdf9; --line: #e6dcd2; --link: #9a3f1c }
@media (prefers-color-scheme: dark) { :root { --ink: #f2e9e1; --soft: #b9aaa0; --paper: #1d1815; --line: #3c332d; --link: #f0a27f } }
body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
h1, h2 { font-family: Georgia, serif; line-height: 1.25 }
a { color: var(--link) }
nav a { display: inline-block; padding: .6rem 0; margin-inline-end: 1.25rem }
article { border-top: 1px solid var(--line); padding: 1rem 0 }
article p { white-space: pre-wrap; overflow-wrap: anywhere; margin: .25rem 0 .5rem }
img { max-width: 100%; height: auto; border-radius: .5rem; display: block; margin: .5rem 0 }
small, blockquote { color: var(--soft) }
blockquote { margin: 0 0 .25rem; padding-inline-start: .75rem; border-inline-start: 3px solid var(--line); overflow-wrap: anywhere }
dt { color: var(--soft) } dd { margin: 0 0 .75rem; overflow-wrap: anywhere; white-space: pre-wrap }
`

/** Nothing but our own style and the pictures beside the pages: what members wrote stays text. */
const POLICY = [
  "default-src 'none'",
  // Where a page is a file, `'self'` is not the folder in every browser.
  "img-src 'self' file:",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A whole page; `depth` is how many folders it lies below the first page. */
export function pageOf(title: string, depth: number, body: Html): string {
  const way =
    depth === 0 ? '' : html`<nav><a href="${'../'.repeat(depth)}index.html">All of it</a></nav>`
  return `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${way}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.markup
}`
}
