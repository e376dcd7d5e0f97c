import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { JourneyServer } from './server.ts'

type Place = 'verify' | 'reset-password' | 'not-me'

/** The link of the newest mail to this address that leads to this place; waits for the first. */
export function mailedLink(server: JourneyServer, to: string, place: Place): Promise<string> {
  return linkNumber(1, server, to, place)
}

/** The link of the mail that comes by this act. */
export async function linkMailedBy(
  act: () => Promise<unknown>,
  server: JourneyServer,
  to: string,
  place: Place,
): Promise<string> {
  const { length } = await linksTo(server, to, place)
  await act()
  return linkNumber(length + 1, server, to, place)
}

/** The newest, once there are so many. */
async function linkNumber(count: number, server: JourneyServer, to: string, place: Place) {
  let links: string[] = []
  await expect(async () => {
    links = await linksTo(server, to, place)
    expect(links.length, `mails to ${to} that lead to ${place}`).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 30_000, intervals: [50] })
  return links.at(-1) ?? ''
}

/** Oldest first. */
async function linksTo({ dataDir, origin }: JourneyServer, to: string, place: Place) {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const links: string[] = []
  // They are named so that they sort by time; one that is being written has another ending.
  for (const name of names.filter((each) => each.endsWith('.eml')).sort()) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    const [link] = (mail.text ?? '').match(new RegExp(`^${origin}/${place}/\\S+$`, 'm')) ?? []
    const isMeant = mail.to?.some(({ address }) => address === to)
    if (isMeant && link) links.push(link)
  }
  return links
}
