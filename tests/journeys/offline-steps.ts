import { expect, type Page } from '@playwright/test'
import { DEFAULT_PALETTE, space } from '../../contract/spaces.ts'
import type { Person } from '../people.ts'
import { elsewhere } from './members.ts'
import type { JourneyServer } from './server.ts'

// What the journeys with a service worker need besides: a space to talk in, and a look at the
// device, as somebody would who sits down at it afterwards.

/** A space of this member's own; returns its address in the client. */
export async function openSpace(server: JourneyServer, admin: Person, name: string) {
  const { call } = await elsewhere(server, admin)
  const made = await call('POST', '/spaces', {
    ...{ name, description: 'A warm place.', colorPalette: DEFAULT_PALETTE, isPrivate: false },
    ...{ maxMembers: 10, tags: [], vibe: 'chill' },
    sound: { url: '', name: '', volume: 0.5 },
    pinnedArt: { url: '', title: '', artist: '' },
  })
  return `/spaces/${space.parse(made)._id}`
}

/** The worker has all it needs to open Snug without a network. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
}

/**
 * Cuts the network, and returns what brings it back. Chromium's newer versions forget in each new
 * document that there is none, as far as a page can ask: so they are told anew.
 */
export async function goOffline(page: Page): Promise<() => Promise<void>> {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const tell = (offline: boolean) => {
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    return session.send('Network.emulateNetworkConditions', { offline, ...speed })
  }
  // The page may be closed meanwhile.
  const tellAgain = () => void tell(true).catch(() => {})
  await session.send('Network.enable')
  await context.setOffline(true)
  page.on('domcontentloaded', tellAgain)
  return async () => {
    page.off('domcontentloaded', tellAgain)
    await context.setOffline(false)
    await tell(false)
  }
}

/** All that is on the device, by place; addresses of what the worker keeps. */
export function deviceOf(page: Page) {
  return page.evaluate(async () => {
    const records = async (name: string) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const counts: number[] = []
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).count()
        counts.push(await new Promise((done) => (all.onsuccess = () => done(all.result))))
      }
      database.close()
      return counts
    }
    const databases = await indexedDB.databases()
    const stored = await Promise.all(databases.map(({ name = '' }) => records(name)))
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const cached = await Promise.all(caches_.map((cache) => cache.keys()))
    return {
      databases: databases.map(({ name }) => name),
      records: stored.flat().reduce((sum, count) => sum + count, 0),
      cached: cached.flat().map(({ url }) => new URL(url).pathname),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
    }
  })
}
