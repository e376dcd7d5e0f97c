import { type Html, html } from './html-template.ts'
import type { Mail } from './mail.ts'
import { DARK_STYLES, EMBER, STYLES } from './mail-styles.ts'

// Mail programs keep little of a page: styles stand inline, the layout is one narrow table, and
// what only newer ones understand (dark colours, padding by width) is in one style element.

/** The mail as a page that asks for nothing from the network. */
export function renderHtml(mail: Mail): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${mail.subject}</title>
<style>${DARK_STYLES}</style>
</head>
<body class="paper" style="${STYLES.body}">
${preheader(mail.paragraphs[0] ?? '')}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="${STYLES.paper}">
<tr><td align="center" class="margin" style="padding:40px 16px">
<table role="presentation" width="520" cellpadding="0" cellspacing="0" style="${STYLES.column}">
<tr><td class="ember" style="${STYLES.name}">Snug</td></tr>
<tr><td class="sheet" style="${STYLES.sheet}">${content(mail)}</td></tr>
<tr><td class="quiet" style="${STYLES.footer}">Socializing without noise or ads</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.markup
}

// Shown after the subject in an inbox. The blanks keep the mail's own first words from following.
function preheader(text: string): Html {
  return html`<div style="${STYLES.preheader}">${text}${BLANKS}</div>`
}

const BLANKS = ' \u034f\u200c'.repeat(40)

function content({ greeting, paragraphs, action, closing }: Mail): Html {
  return html`
<h1 class="ink" style="${STYLES.greeting}">${greeting}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${STYLES.paragraph}">${text}</p>\n`)}
${action ? button(action) : null}
<p class="quiet rule" style="${STYLES.closing}">${closing}</p>
`
}

// A cell carries the colour, since some programs give a link no padding.
function button({ label, url }: NonNullable<Mail['action']>): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0 20px">
<tr><td class="button" bgcolor="${EMBER}" style="${STYLES.buttonCell}">
<a class="button" href="${url}" style="${STYLES.button}">${label}</a>
</td></tr>
</table>
<p class="quiet" style="${STYLES.bareLink}">Or open this link:<br>
<a class="ember" href="${url}" style="${STYLES.link}">${url}</a></p>
`
}
