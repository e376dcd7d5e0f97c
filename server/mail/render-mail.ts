import { type Html, html } from '../platform/html.ts'
import type { Mail, MailSender, RenderedMail } from './mail.ts'

export function renderMail(mail: Mail, sender: MailSender): RenderedMail {
  return {
    to: mail.to,
    subject: mail.subject,
    text: renderText(mail, sender),
    html: renderHtml(mail, sender),
    link: mail.action?.url ?? null,
    ...(mail.isEphemeral && { isEphemeral: true as const }),
  }
}

/** The mail for those who read plain text: short blocks, the link alone on its line. */
function renderText(
  { greeting, paragraphs, action, closing, refusal }: Mail,
  { name, tagline }: MailSender,
): string {
  const blocks = [greeting, ...paragraphs]
  if (action) blocks.push(`${action.label}:\n${action.url}`)
  blocks.push(closing)
  if (refusal) blocks.push(`${refusal.label}:\n${refusal.url}`)
  // "-- " on a line of its own is how mail programs know a signature.
  blocks.push(['-- ', name, tagline].filter(Boolean).join('\n'))
  return `${blocks.join('\n\n')}\n`
}

// Mail programs keep little of a page: styles stand inline, the layout is one narrow table, and
// what only newer ones understand (dark colours, padding by width) is in one style element.

function renderHtml(mail: Mail, { name, tagline }: MailSender): string {
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
<tr><td class="ember" style="${STYLES.name}">${name}</td></tr>
<tr><td class="sheet" style="${STYLES.sheet}">${content(mail)}</td></tr>
<tr><td class="quiet" style="${STYLES.footer}">${tagline}</td></tr>
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

function content({ greeting, paragraphs, action, closing, refusal }: Mail): Html {
  return html`
<h1 class="ink" style="${STYLES.greeting}">${greeting}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${STYLES.paragraph}">${withBreaks(text)}</p>`)}
${action ? button(action) : null}
<p class="quiet rule" style="${STYLES.closing}">${closing}</p>
${refusal ? wayOut(refusal) : null}
`
}

// What an administrator typed keeps its lines; some programs know no style that would do it.
function withBreaks(text: string): Html[] {
  return text.split('\n').map((line, index) => html`${index > 0 ? html`<br>` : null}${line}`)
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

function wayOut({ label, url }: NonNullable<Mail['refusal']>): Html {
  return html`<p class="quiet" style="${STYLES.refusal}"><a class="ember" href="${url}" style="${STYLES.link}">${label}</a></p>`
}

// Snug's warm paper and one ember accent, in colours that keep 4.5:1 on what they stand on.

const SANS = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"

const PAPER = '#f6efe3'
const SHEET = '#fffdf9'
const LINE = '#eadfce'
const INK = '#2f2721'
const QUIET = '#6f6257'
const EMBER = '#b1471c'

const STYLES = {
  body: `margin:0;padding:0;background:${PAPER}`,
  preheader:
    'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;opacity:0',
  paper: `background:${PAPER}`,
  column: 'width:100%;max-width:520px',
  name: `padding:0 4px 18px;font:italic 600 26px/1.2 ${SERIF};color:${EMBER}`,
  sheet: `padding:36px 40px 32px;background:${SHEET};border:1px solid ${LINE};border-radius:18px`,
  greeting: `margin:0 0 18px;font:500 23px/1.35 ${SERIF};color:${INK};overflow-wrap:anywhere`,
  paragraph: `margin:0 0 14px;font:16px/1.6 ${SANS};color:${INK};overflow-wrap:anywhere`,
  buttonCell: `border-radius:12px;background:${EMBER}`,
  button: `display:inline-block;padding:14px 26px;border-radius:12px;background:${EMBER};font:600 16px/1.25 ${SANS};color:#ffffff;text-decoration:none`,
  bareLink: `margin:0 0 4px;font:14px/1.6 ${SANS};color:${QUIET}`,
  link: `color:${EMBER};text-decoration:underline;word-break:break-all`,
  closing: `margin:26px 0 0;padding:20px 0 0;border-top:1px solid ${LINE};font:14px/1.6 ${SANS};color:${QUIET}`,
  refusal: `margin:10px 0 0;font:14px/1.6 ${SANS};color:${QUIET}`,
  footer: `padding:20px 4px 0;font:13px/1.5 ${SANS};color:${QUIET}`,
}

/** Lamplight, for programs that tell a mail about dark mode; and less margin on a phone. */
const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.paper { background: #1b1613 !important }
.sheet { background: #26201b !important; border-color: #3a3029 !important }
.ink { color: #f1e7da !important }
.quiet { color: #b8a999 !important }
.rule { border-color: #3a3029 !important }
.ember { color: #f0a273 !important }
.button { background: #f0a273 !important; color: #2a1508 !important }
}
@media (max-width: 480px) {
.margin { padding: 24px 12px !important }
.sheet { padding: 28px 22px 26px !important }
}
`
