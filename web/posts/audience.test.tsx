import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../contract/accounts.ts'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { created, feedReply, postBy } from '../app/test-posts.ts'
import { wipeDraftsOf } from '../platform/drafts.ts'
import { createFakeServer, errorReply } from '../platform/fake-server.ts'
import { installFakeUploads, sentUpload } from '../platform/fake-upload.ts'
import { storeToken } from '../platform/token-store.ts'
import { renderHome, resetHome, text } from './test-home.tsx'

afterEach(() => {
  resetHome()
  wipeDraftsOf(() => true)
})

const squad = [{ _id: ben._id, username: 'Ben', userNumber: 2, profilePhoto: null }]
const social: Partial<CurrentUser> = { friendCount: 9, squad }

async function write(who: Partial<CurrentUser> = social) {
  vi.stubGlobal('scrollTo', () => {})
  installFakeUploads()
  storeToken('a-token', false)
  vi.stubGlobal('fetch', createFakeServer(homeReplies({ ...ada, ...who })).fetch)
  render(createTestApp('/create-post').element)
  fireEvent.change(await screen.findByLabelText('Your post'), { target: { value: 'Tea.' } })
}

const article = () => screen.getByRole('article', { hidden: true })
const chip = () => screen.findByRole('button', { name: /^Audience:/ })
async function choose(words: string) {
  fireEvent.click(await chip())
  fireEvent.click(await screen.findByRole('menuitem', { name: words }))
}

async function sent() {
  fireEvent.click(screen.getByRole('button', { name: 'Post' }))
  return (await sentUpload(0)).form.get('audience')
}

describe('the chip beside Post', () => {
  it('names the result, and sends what was chosen', async () => {
    await write()
    expect((await chip()).textContent).toBe('Audience: Everyone here')
    await choose('Your friends (9)')
    expect((await chip()).textContent).toBe('Audience: Your friends (9)')
    expect(screen.queryByText('Whoever you add later can read it, too.')).toBeNull()
    await choose('Your squad: Ben')
    expect((await chip()).textContent).toBe('Audience: Your squad: Ben')
    expect(screen.getByText('Whoever you add later can read it, too.')).toBeTruthy()
    expect(await sent()).toBe('squad')
  })

  it('follows the profile unless something else is chosen', async () => {
    await write()
    expect(await sent()).toBe('profile')
  })

  it('tells what follows a private profile from what stays so', async () => {
    await write({ ...social, isPrivate: true, squad: [] })
    expect((await chip()).textContent).toBe('Audience: Your friends (9)')
    fireEvent.click(await chip())
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Your friends (9), while your profile is private',
      'Your friends (9), for good',
      'Your squad: nobody yet',
    ])
  })
})

describe('a post', () => {
  async function openComments(post: Post) {
    renderHome({
      'GET /posts/friends': () => feedReply([post]),
      [`GET /posts/${post._id}/comments`]: () => ({ status: 200, body: [] }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /comment/i }))
    return screen.findByLabelText('Your comment')
  }

  it.each([
    [ben, 'friends', 'Friends', "Ben's friends can read this."],
    [ben, 'squad', 'Squad', "Ben's squad can read this."],
    [ada, 'squad', 'Squad', 'Your squad can read this.'],
    [ben, 'public', 'Public', ''],
  ] as const)(
    'of %j for %s says so on its card and where it is commented on',
    async (author, audience, label, sentence) => {
      const box = await openComments(postBy(author, 'Tea.', { audience }))
      expect(within(article()).getByText(label).textContent).toBe(`Audience: ${label}`)
      const described = document.getElementById(box.getAttribute('aria-describedby') ?? '')
      expect(described?.textContent ?? '').toBe(sentence)
    },
  )
})

describe('an own post', () => {
  async function openDialog(post: Post, reply: Parameters<typeof renderHome>[0][string]) {
    const home = renderHome({
      'GET /posts/friends': () => feedReply([post]),
      [`PUT /posts/${post._id}/audience`]: reply,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Post options' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Change audience' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Who can see this post?' })
    return { ...home, dialog }
  }

  it('is for others from the press on', async () => {
    const post = postBy(ada, 'Tea.')
    const { dialog, server } = await openDialog(post, () => ({
      status: 200,
      body: {
        ...created({ ...post, audience: 'squad', chosenAudience: 'squad' }),
        msg: MESSAGES.audienceChanged,
      },
    }))
    expect(
      within(dialog).getByRole<HTMLInputElement>('radio', { checked: true }).labels?.[0]
        ?.textContent,
    ).toBe('Everyone here')
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Your squad: nobody yet' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect((await text('Squad')).textContent).toBe('Audience: Squad')
    const sent = () => server.requests.find(({ method }) => method === 'PUT')
    await waitFor(() => expect(sent()?.body).toEqual({ audience: 'squad' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('says why it is not widened', async () => {
    const post = postBy(ada, 'Tea.', { audience: 'friends', chosenAudience: 'friends' })
    const { dialog } = await openDialog(post, () =>
      errorReply(409, 'conflict', MESSAGES.audienceCommented),
    )
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Everyone here' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(MESSAGES.audienceCommented)).toBeTruthy()
    expect(within(article()).getByText('Friends')).toBeTruthy()
  })
})
