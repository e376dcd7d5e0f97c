import type { Mail, RenderedMail } from './mail.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

export function renderMail(mail: Mail): RenderedMail {
  return {
    to: mail.to,
    subject: mail.subject,
    text: renderText(mail),
    html: renderHtml(mail),
    link: mail.action?.url ?? null,
  }
}
