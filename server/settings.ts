import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** How this server is set up. Read once from the environment, at the start. */
export interface Settings {
  port: number
  host: string
  /** Absolute folder of the database, the images and the captured mail. */
  dataDir: string
  /** Where members reach this server, without a trailing slash: links in mail begin with it. */
  publicUrl: string
  smtpUrl: string | null
  mailFrom: string
  /** The proxies whose X-Forwarded-For is believed; empty: none. */
  trustedProxies: string[]
  rateLimits: boolean
}

/** A setting that makes no sense; the message is one line that names it. */
export class SettingsError extends Error {}

type Environment = Record<string, string | undefined>

/** Throws SettingsError. An empty value counts as not set. */
export function readSettings(environment: Environment): Settings {
  const given = (name: string) => environment[name]?.trim() || undefined
  const host = given('HOST') ?? '127.0.0.1'
  const port = portOf(given('PORT') ?? '3000')
  refuseNotYetServed(given)
  return {
    port,
    host,
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    publicUrl: publicUrlOf(given('PUBLIC_URL') ?? `http://${inUrl(host)}:${port}`),
    smtpUrl: smtpUrlOf(given('SMTP_URL')),
    mailFrom: mailFromOf(given('MAIL_FROM') ?? 'Snug <snug@localhost>'),
    trustedProxies: proxiesOf(given('TRUSTED_PROXIES')),
    rateLimits: rateLimitsOf(given('RATE_LIMITS'), host),
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

// To start on the embedded engines where a real one was asked for would hide a community's data.
function refuseNotYetServed(given: (name: string) => string | undefined) {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'S3_BUCKET']) {
    if (given(name))
      throw new SettingsError(`${name} is set, but this version of Snug cannot use it yet.`)
  }
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new SettingsError(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  return port
}

function inUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

function publicUrlOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new SettingsError(`PUBLIC_URL must be an http or https address, not "${text}".`)
  if (url.pathname !== '/')
    throw new SettingsError('PUBLIC_URL must have no path: Snug is served at the root of its host.')
  return url.origin
}

function smtpUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  // The value may hold a password, so it is not repeated.
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    throw new SettingsError('SMTP_URL must look like smtp://user:password@host:port.')
  return text
}

function mailFromOf(text: string): string {
  if (!/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text))
    throw new SettingsError(`MAIL_FROM must be an address like "Snug <snug@example.org>".`)
  return text
}

function proxiesOf(text: string | undefined): string[] {
  const proxies = text?.split(',').map((part) => part.trim()) ?? []
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const known = proxy === 'loopback' || (isIP(address) !== 0 && /^\d{1,3}$/.test(bits ?? '0'))
    if (!known)
      throw new SettingsError(
        `TRUSTED_PROXIES must list addresses like "127.0.0.1, 10.0.0.0/8", not "${proxy}".`,
      )
  }
  return proxies
}

function rateLimitsOf(text: string | undefined, host: string): boolean {
  if (text === undefined || text === 'on') return true
  if (text !== 'off') throw new SettingsError(`RATE_LIMITS must be "on" or "off", not "${text}".`)
  return !isLoopback(host)
}
