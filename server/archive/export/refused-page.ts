import type { FastifyReply, FastifyRequest } from 'fastify'
import { MESSAGES } from '../../../contract/archive.ts'
import { html } from '../../platform/html.ts'
import type { HttpError } from '../../platform/http/http-error.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { pageOf } from './archive-page.ts'

// A link to an archive is opened by the browser itself: there is no client that would show why it
// was refused.

/** Whether a browser asks for something to show. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** Answers with a page that says why, and leads to where another link is made. */
export function sendRefusedPage(
  reply: FastifyReply,
  { status, message }: HttpError,
  publicUrl: string,
) {
  const ways = html`<p>${message}</p>
<p>${MESSAGES.linkOfSuspended}</p>
<nav><a href="/profile/data">My data</a><a href="/login">Sign in</a></nav>`
  return (
    reply
      .code(status)
      // What it may load, it says itself.
      .headers(securityHeaders(publicUrl).otherPage({ 'frame-ancestors': "'none'" }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf('Your archive', 0, ways))
  )
}
