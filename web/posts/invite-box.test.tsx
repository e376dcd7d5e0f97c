import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as INVITE_MESSAGES, inviteLink } from '../../contract/invites.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben, homeReplies } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
import { button, press, renderHome, resetHome, text } from './test-home.tsx'

afterEach(resetHome)

describe('the invite box', () => {
  function stageClipboard(writeText: (text: string) => Promise<void>) {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  }
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

  it('copies the address of the registration, and says so for two seconds', async () => {
    const writeText = vi.fn(async (_: string) => {})
    stageClipboard(writeText)
    renderHome({})
    await button('Copy Link')
    expect(screen.getByLabelText<HTMLInputElement>('Invite a friend').value).toBe(
      'https://snug.example.org/register',
    )
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(writeText).toHaveBeenCalledWith('https://snug.example.org/register')
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })

  describe('of who has friends here', () => {
    const settled = homeReplies({ ...ada, friendCount: 3 })

    it('stands below the first post', async () => {
      const feed = feedReply([postBy(ben, 'Soup is on.'), postBy(ben, 'More soup.')])
      renderHome({ ...settled, 'GET /posts/friends': () => feed })
      const first = (await text('Soup is on.')).closest('li')
      const below = first?.nextElementSibling as HTMLElement
      expect(below.matches('li')).toBe(true)
      expect(within(below).getByRole('button', { name: 'Copy Link' })).toBeTruthy()
      expect(screen.getAllByRole('button', { name: 'Copy Link' })).toHaveLength(1)
    })

    it.each([
      ['there is no post', feedReply([]), MESSAGES.friendsEmpty],
      ['they could not be read', errorReply(500, 'internal_error', ''), MESSAGES.loadFailed],
    ])('stands there when %s', async (_, reply, words) => {
      renderHome({ ...settled, 'GET /posts/friends': () => reply })
      expect(await text(words)).toBeTruthy()
      expect(await button('Copy Link')).toBeTruthy()
    })
  })

  it.each([0, 3])('is not there where nobody can come in, with %i friends', async (friendCount) => {
    const user = { ...ada, inviteUrl: null, mayInvite: false, friendCount }
    renderHome({
      ...homeReplies(user),
      'GET /posts/friends': () => feedReply([postBy(ben, 'Soup is on.')]),
    })
    await text('Soup is on.')
    expect(screen.queryByRole('button', { name: 'Copy Link' })).toBeNull()
    expect(screen.queryByLabelText('Invite a friend')).toBeNull()
    expect(screen.getAllByRole('article')[0]?.closest('ul')?.children).toHaveLength(1)
  })

  it('stands there where everybody can register, whoever may invite', async () => {
    renderHome(homeReplies({ ...ada, mayInvite: false }))
    expect(await button('Copy Link')).toBeTruthy()
  })

  describe('where people come by invitations', () => {
    const LINK = 'https://snug.example.org/join/secret'
    const ANOTHER = 'https://snug.example.org/join/another'
    const invited = {
      ...homeReplies({ ...ada, inviteUrl: null }),
      'GET /invitations/secret': () => ({ status: 200, body: {} }),
      'GET /invitations/another': () => ({ status: 200, body: {} }),
    }
    const made = inviteLink.parse({
      invite: {
        ...{ _id: '77', uses: 5, joinedCount: 0, waitingCount: 0, note: '', space: null },
        ...{
          until: new Date(Date.now() + 86_400_000).toISOString(),
          isOpen: true,
          isResting: false,
        },
        ...{ createdAt: ada.createdAt, members: [] },
      },
      url: LINK,
    })

    it('makes one, however often it is pressed and the screen is left', async () => {
      const writeText = vi.fn(async (_: string) => {})
      stageClipboard(writeText)
      const later = deferredReply()
      const { server, router } = renderHome({ ...invited, 'POST /invites': later.reply })
      await press('Copy Link')
      await waitFor(() => expect(server.count('POST /invites')).toBe(1))
      const copying = await button('Copy Link')
      expect(copying.getAttribute('aria-busy')).toBe('true')
      fireEvent.click(copying)
      await act(async () => later.answer({ status: 201, body: made }))
      await button('Copied!')
      await act(() => router.navigate('/no/such/place'))
      await text('There is nothing here')
      await act(() => router.navigate('/'))
      expect(await screen.findByDisplayValue(LINK)).toBeTruthy()
      await press('Copy Link')
      await waitFor(() => expect(writeText.mock.calls).toEqual([[LINK], [LINK]]))
      expect(server.count('POST /invites')).toBe(1)
    })

    it.each([
      ['another once nobody can come by it', errorReply(404, 'not_found', ''), ANOTHER],
      ['it again where nobody knows whether it works', errorReply(500, 'internal_error', ''), LINK],
      ['it again where a proxy says 404', errorReply(404, '', ''), LINK],
    ])('copies %s', async (_, reply, copied) => {
      const writeText = vi.fn(async (_: string) => {})
      stageClipboard(writeText)
      const links = [LINK, ANOTHER]
      let isLater = false
      const { server } = renderHome({
        ...invited,
        'POST /invites': () => ({ status: 201, body: { ...made, url: links.shift() } }),
        'GET /invitations/secret': () => (isLater ? reply : { status: 200, body: {} }),
      })
      await press('Copy Link')
      expect(await screen.findByDisplayValue(LINK)).toBeTruthy()
      isLater = true
      later()
      await press('Copied!')
      await waitFor(() => expect(writeText.mock.calls).toEqual([[LINK], [LINK]]))
      if (copied === ANOTHER) {
        expect(
          await text('Nobody can come by this link any more. Copy again for another.'),
        ).toBeTruthy()
        expect(screen.queryByDisplayValue(LINK)).toBeNull()
      }
      expect(server.count('POST /invites')).toBe(1)
      await press('Copied!')
      await waitFor(() => expect(writeText.mock.calls.at(2)).toEqual([copied]))
      expect(await screen.findByDisplayValue(copied)).toBeTruthy()
    })

    it('copies what it knows within the press, before the server is asked', async () => {
      const writeText = vi.fn(async (_: string) => {})
      stageClipboard(writeText)
      renderHome({ ...invited, 'POST /invites': () => ({ status: 201, body: made }) })
      await press('Copy Link')
      expect(await screen.findByDisplayValue(LINK)).toBeTruthy()
      const again = await button('Copied!')
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
      fireEvent.click(again)
      expect(writeText).toHaveBeenCalledTimes(2)
    })

    it('shows none where it works no longer and another could not be made', async () => {
      stageClipboard(async () => {})
      const full = errorReply(409, 'conflict', INVITE_MESSAGES.tooManyOpen)
      const replies: Reply[] = [{ status: 201, body: made }, full]
      let isOver = false
      renderHome({
        ...invited,
        'POST /invites': () => replies.shift() ?? full,
        'GET /invitations/secret': () =>
          isOver ? errorReply(404, 'not_found', '') : { status: 200, body: {} },
      })
      await press('Copy Link')
      expect(await screen.findByDisplayValue(LINK)).toBeTruthy()
      isOver = true
      later()
      await press('Copied!')
      await waitFor(() => expect(screen.queryByDisplayValue(LINK)).toBeNull())
      await press('Copied!')
      expect(await text(INVITE_MESSAGES.tooManyOpen)).toBeTruthy()
    })

    /** Whatever was read is to be asked for again. */
    function later() {
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    }

    it('leaves it selected as it is made where nothing may be copied', async () => {
      stageClipboard(async () => Promise.reject(new Error('Not allowed')))
      renderHome({ ...invited, 'POST /invites': () => ({ status: 201, body: made }) })
      await press('Copy Link')
      const field = await screen.findByDisplayValue<HTMLInputElement>(LINK)
      await waitFor(() => expect(field.selectionEnd).toBe(LINK.length))
      expect(field.selectionStart).toBe(0)
    })

    it('makes another once that one was ended', async () => {
      stageClipboard(async () => {})
      const { server, router } = renderHome({
        ...invited,
        'POST /invites': () => ({ status: 201, body: made }),
        'GET /invites': () => ({ status: 200, body: [made.invite] }),
        'DELETE /invites/77': () => ({ status: 200, body: { msg: 'Done' } }),
      })
      await press('Copy Link')
      expect(await screen.findByDisplayValue(LINK)).toBeTruthy()
      await act(() => router.navigate('/invitations'))
      await press('Options for Invitation')
      fireEvent.click(await screen.findByRole('menuitem', { name: 'End it' }))
      await press('End it')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await act(() => router.navigate('/'))
      await press('Copy Link')
      await waitFor(() => expect(server.count('POST /invites')).toBe(2))
    })
  })

  it('leaves the address selected where nothing may be copied', async () => {
    const writeText = async () => Promise.reject(new Error('Not allowed'))
    stageClipboard(writeText)
    renderHome({})
    await press('Copy Link')
    const field = screen.getByLabelText<HTMLInputElement>('Invite a friend')
    await waitFor(() => expect(field.selectionEnd).toBe(field.value.length))
    expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull()
  })
})
