import type { FastifyRequest } from 'fastify'

/** Who calls without a token: from where, with which marks on their device. */
export interface ClientInfo {
  ip: string
  cookie: string | undefined
  userAgent: string | undefined
}

export function clientInfoOf({ ip, headers }: FastifyRequest): ClientInfo {
  return { ip, cookie: headers.cookie, userAgent: headers['user-agent'] }
}
