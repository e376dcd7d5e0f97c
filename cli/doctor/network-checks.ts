import { join } from 'node:path'
import { NOT_READY } from '../../contract/errors.ts'
import { type Config, isLoopbackUrl } from '../../server/config.ts'
import { smtpTransport } from '../../server/mail/smtp-transport.ts'
import { reasonOf } from '../command-error.ts'
import { CheckFailed } from './check.ts'

const SMTP_TIMEOUT_MS = 5_000
const SERVER_TIMEOUT_MS = 2_000

export async function mail({ smtpUrl, mailFrom, mailProblem, dataDir }: Config): Promise<string> {
  if (mailProblem !== null) throw new CheckFailed(mailProblem)
  if (smtpUrl === null) return `no SMTP_URL: mail is written to files in ${join(dataDir, 'mail')}`
  const { host } = new URL(smtpUrl)
  const transport = smtpTransport({ url: smtpUrl, from: mailFrom })
  try {
    await Promise.race([transport.verify?.(), tooLate()])
    return `${host} would take mail`
  } catch (error) {
    throw new CheckFailed(`${host} would not take mail: ${reasonOf(error)}`)
  } finally {
    await transport.close()
  }
}

function tooLate(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const message = `no answer within ${SMTP_TIMEOUT_MS / 1_000} s`
  setTimeout(() => reject(new Error(message)), SMTP_TIMEOUT_MS).unref()
  return promise
}

/** Members must be able to open a link in a mail, by https. */
export async function publicUrl({ publicUrl, smtpUrl }: Config): Promise<string> {
  const { protocol } = new URL(publicUrl)
  const isHere = isLoopbackUrl(publicUrl)
  if (isHere && smtpUrl !== null)
    throw new CheckFailed(`links in mail lead to ${publicUrl}, which only this machine can open`)
  if (!isHere && protocol !== 'https:')
    throw new CheckFailed(`${publicUrl} is not https: what members send can be read on the way`)
  return publicUrl
}

/** Who comes by https comes by a proxy: Snug itself speaks http alone. */
export async function proxies({ publicUrl, trustedProxies }: Config): Promise<string> {
  const isBehindOne = new URL(publicUrl).protocol === 'https:' && !isLoopbackUrl(publicUrl)
  if (isBehindOne && trustedProxies.length === 0)
    throw new CheckFailed(
      'TRUSTED_PROXIES is not set, so every visitor seems to come from the proxy, and all share one set of limits: set it to the address of the proxy, or to loopback where it runs on this machine',
    )
  return trustedProxies.length === 0 ? 'none' : `${trustedProxies.join(', ')} alone are believed`
}

/** Says whether a server runs, which is no problem either way. */
export async function server({ host, port }: Config): Promise<string> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS)
  const answer = await fetch(`${origin}/api/health`, { signal }).catch(() => null)
  if (answer === null) return `nothing serves at ${origin}`
  if (!answer.ok) throw new CheckFailed(`the one at ${origin} says "${NOT_READY}"`)
  return `serves at ${origin}`
}
