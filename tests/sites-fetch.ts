import { connect } from 'node:net'
import { createSafeFetch } from '../server/platform/safe-fetch/safe-fetch.ts'

/** Public to whoever looks it up. */
export const PUBLIC = '93.184.215.14'

/**
 * A journey's setting: the port of the sites that its server finds in the place of the internet.
 */
export const SITES_PORT = 'JOURNEY_SITES_PORT'

interface Sites {
  /** Where all that is public is answered, on this machine. */
  port: number
  /** Where a host's name leads, the first time and each time after. */
  addressesOf: (hostname: string, lookedUp: number) => string[]
}

/** Calls a port of this machine in the place of the internet; what is not public stays refused. */
export function createSitesFetch({ port, addressesOf }: Sites) {
  const lookups = new Map<string, number>()
  return createSafeFetch({
    async resolve(hostname) {
      const count = lookups.get(hostname) ?? 0
      lookups.set(hostname, count + 1)
      return addressesOf(hostname, count).map((address) => ({
        ...{ address, family: address.includes(':') ? 6 : 4 },
      }))
    },
    connect: (host, lookup) =>
      connect({
        ...{ host, port },
        lookup: (name, _options, callback) =>
          lookup(name, {}, (error) =>
            error ? callback(error, '') : callback(null, [{ address: '127.0.0.1', family: 4 }]),
          ),
      }) as never,
  })
}
