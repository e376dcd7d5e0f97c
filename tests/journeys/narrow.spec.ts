import { expect, type Page } from '@playwright/test'
import { ada, ben, cleo } from '../people.ts'
import { form } from '../test-images.ts'
import { arrive } from './account-steps.ts'
import { test } from './journey.ts'
import { joinElsewhere, makeFriends } from './members.ts'
import type { JourneyServer } from './server.ts'

// The narrowest window there is: a phone's, and a small desktop's at 400 %.

const WIDTHS = [320, 256]
const HEIGHT = 560
const WORDS = 'مساء الخير! اليوم خبزت الخبز مع جدتي، وكانت الرائحة في كل البيت. من يريد قطعة؟'
const TALK = 'שלום לכולם! נפגשים ב־19:00 ליד הנהר'
const ROOM = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen'

test('nothing is out of reach or runs into another in the narrowest windows, in any script and in forced colours', async ({
  page,
  server,
}) => {
  test.slow()
  const places = await fill(server)
  await arrive(page, ada)
  for (const [path, shown] of places) {
    await page.goto(path)
    await expect(page.getByText(shown).first()).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      await expectInReach(page, `${path} at ${width} px`)
    }
    await page.emulateMedia({ forcedColors: 'active' })
    await expectInReach(page, `${path} in forced colours`)
    await page.emulateMedia({ forcedColors: null })
  }
})

/** Where there is something to see, and what is seen there once it has come. */
async function fill(server: JourneyServer): Promise<[path: string, shown: string][]> {
  const [host, friend, asking] = [
    await joinElsewhere(server, ada),
    await joinElsewhere(server, ben),
    await joinElsewhere(server, cleo),
  ]
  await makeFriends(host, friend)
  await asking.call('POST', `/users/friend-request/${host.id}`)
  const about = { petPreference: 'cat', currentlyVibingTo: '', currentlyVibingToSpotify: '' }
  for (const one of [friend, asking])
    await one.call('PUT', '/users/profile', form({ aboutMe: WORDS, ...about }))
  const made = (await friend.call('POST', '/posts', form({ text: WORDS }))) as { post: Made }
  await friend.call('POST', `/posts/${made.post._id}/comments`, { text: TALK })
  const room = (await host.call('POST', '/spaces', { name: ROOM, description: WORDS })) as Made
  await friend.call('POST', `/spaces/${room._id}/join`)
  await friend.call('POST', `/spaces/${room._id}/messages`, { content: TALK })
  const talk = (await host.call('POST', '/conversations', { userIds: [friend.id] })) as Made
  await friend.call('POST', `/spaces/${talk._id}/messages`, { content: WORDS })
  return [
    ['/', WORDS],
    ['/create-post', 'Your post'],
    ['/friends', WORDS],
    ['/friends?tab=requests', WORDS],
    ['/messages', WORDS],
    [`/messages/${talk._id}`, WORDS],
    ['/spaces', ROOM],
    [`/spaces/${room._id}`, TALK],
    [`/posts/${made.post._id}`, TALK],
    [`/members/${friend.id}`, WORDS],
    ['/profile', 'Danger Zone'],
    ['/profile/security', 'Current password'],
    ['/admin?tab=users', 'ben@example.org'],
  ]
}

interface Made {
  _id: string
}

async function expectInReach(page: Page, where: string): Promise<void> {
  // A layout that follows the window's width is there a moment after the window.
  await expect.poll(() => page.evaluate(troubles), where).toEqual([])
}

/** Runs in the page: what is out of reach, and which names touch. */
function troubles(): string[] {
  const clearPx = 6
  const wide = document.documentElement.scrollWidth - innerWidth
  const found = wide > 0 ? [`${wide} px beyond the window`] : []
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('[inert], [aria-hidden="true"]')
  for (const control of document.querySelectorAll('a[href], button, input, select, textarea')) {
    const { left, right } = control.getBoundingClientRect()
    if (isSeen(control) && (left < -1 || right > innerWidth + 1))
      found.push(`“${control.textContent}” from ${left} to ${right}`)
  }
  for (const bar of document.querySelectorAll('nav[aria-label="Main"], [role="tablist"]')) {
    const names = [...bar.querySelectorAll('a, button')].filter(isSeen).map((item) => {
      const range = document.createRange()
      range.selectNodeContents(item)
      return { text: item.textContent, box: range.getBoundingClientRect() }
    })
    for (const [index, { text, box }] of names.entries()) {
      const before = names[index - 1]?.box
      const isBeside = before && before.bottom > box.top && before.top < box.bottom
      if (isBeside && box.left - before.right < clearPx)
        found.push(`“${text}” touches what is before it`)
      if (before && names.length < 4 && !isBeside) found.push(`“${text}” has wrapped`)
    }
  }
  return found
}
