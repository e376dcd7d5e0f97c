import type { FastifyInstance } from 'fastify'

// What answers tell the browser about what they may load, say and be shown in. Each kind of answer
// says what means something for it: a page all of this, JSON and files only what they are.

/** What the page may load: the compensating control for the token in web storage. */
const PAGE_POLICY = policyOf({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  // The sound of a space, once it is asked for: bytes that came by our own server.
  'media-src': 'blob:',
  'connect-src': "'self'",
  // The music a member chose to open; nothing else may stand in a frame.
  'frame-src': 'https://open.spotify.com',
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // The one policy there is trusts the address of the service worker (web/app/update.ts).
  'trusted-types': 'service-worker',
})

/** Nothing here asks for these, so nothing that gets into the page or its frames may. */
const NO_FEATURE = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture', 'geolocation'],
  ...['gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock'],
  ...['serial', 'usb', 'xr-spatial-tracking'],
]

type Headers = Record<string, string>

export interface SecurityHeaders {
  /** Of the client's page, and of its service worker, which the same holds for. */
  page: Headers
  /** Of another page, by its own policy. */
  otherPage(policy: Headers): Headers
}

export function securityHeaders(publicUrl: string): SecurityHeaders {
  const common = {
    // Links in mail carry secrets in their path: no other site may learn them.
    'referrer-policy': 'no-referrer',
    'permissions-policy': NO_FEATURE.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    // It holds for the host, so it is enough that every page says it.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
  return {
    page: { 'content-security-policy': PAGE_POLICY, ...common },
    otherPage: (policy) => ({ 'content-security-policy': policyOf(policy), ...common }),
  }
}

function policyOf(directives: Headers): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ')
}

/** No answer is taken for anything but what it says it is. */
export function forbidSniffing(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('x-content-type-options', 'nosniff')
    next()
  })
}
