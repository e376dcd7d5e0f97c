import type { Mail, RenderedMail } from './mail.ts'
import { renderHtml } from './render-html.ts'

export function renderMail(mail: Mail): RenderedMail {
  return {
    to: mail.to,
    subject: mail.subject,
    text: renderText(mail),
    html: renderHtml(mail),
    link: mail.action?.url ?? null,
  }
}

/** The mail for those who read plain text: short blocks, the link alone on its line. */
function renderText({ greeting, paragraphs, action, closing, refusal }: Mail): string {
  const blocks = [greeting, ...paragraphs]
  if (action) blocks.push(`${action.label}:\n${action.url}`)
  blocks.push(closing)
  if (refusal) blocks.push(`${refusal.label}:\n${refusal.url}`)
  // "-- " on a line of its own is how mail programs know a signature.
  blocks.push('-- \nSnug: socializing without noise or ads')
  return `${blocks.join('\n\n')}\n`
}
