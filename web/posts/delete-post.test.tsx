import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES as ADMIN_MESSAGES } from '../../contract/admin.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, postBy } from '../app/test-posts.ts'
import { deferredReply, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { press, renderHome, resetHome, text } from './test-home.tsx'

const FRIENDS = 'GET /posts/friends'

afterEach(resetHome)

describe('deleting a post', () => {
  const mine = postBy(ada, 'Mine to take back.')
  const theirs = postBy(ben, 'Not mine.')
  const DELETE = `DELETE /posts/${mine._id}`

  async function askToDelete() {
    fireEvent.click(await optionsOf('Mine to take back.'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return screen.findByRole('alertdialog')
  }
  async function optionsOf(words: string) {
    const post = (await text(words)).closest('article') as HTMLElement
    return within(post).getByRole('button', { name: 'Post options' })
  }
  const confirm = (dialog: HTMLElement) =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))

  it('is offered to its author only', async () => {
    renderHome({ [FRIENDS]: () => feedReply([mine, theirs]) })
    fireEvent.click(await optionsOf('Not mine.'))
    await screen.findByRole('menuitem', { name: 'Copy link' })
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    fireEvent.click(await optionsOf('Mine to take back.'))
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  })

  it('is asked of an administrator as in the dashboard, of whose post it is', async () => {
    renderHome({ [FRIENDS]: () => feedReply([theirs]) })
    fireEvent.click(await optionsOf('Not mine.'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete post…' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: ADMIN_MESSAGES.deletePostConfirm,
    })
    expect(within(dialog).getByText('Ben: “Not mine.”')).toBeTruthy()
    expect(dialog.textContent).toContain('Ben is told, with your reason.')
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeTruthy()
  })

  it('asks first, and does nothing when cancelled', async () => {
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([mine]),
      [DELETE]: () => messageReply('Gone.'),
    })
    const dialog = await askToDelete()
    expect(within(dialog).getByText('Are you sure you want to delete this post?')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Mine to take back.')).toBeTruthy()
    expect(server.count(DELETE)).toBe(0)
  })

  it('takes it out of sight at once, for good', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { server } = renderHome({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => answer.promise,
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    expect(server.count(DELETE)).toBe(1)
    await act(async () => answer.resolve(messageReply(MESSAGES.deleted)))
    expect(screen.queryByText('Mine to take back.')).toBeNull()
    expect(screen.getByText('Not mine.')).toBeTruthy()
  })

  it('is not undone by a page that was under way meanwhile', async () => {
    const next = deferredReply()
    renderHome({
      [FRIENDS]: () => feedReply([mine, theirs], 'next'),
      [`${FRIENDS}?cursor=next`]: next.reply,
      [DELETE]: () => messageReply(MESSAGES.deleted),
    })
    await press('Load More Posts')
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    await act(async () => next.answer(feedReply([postBy(ben, 'Older still.')])))
    expect(await text('Older still.')).toBeTruthy()
    expect(screen.queryByText('Mine to take back.')).toBeNull()
    expect(screen.getByText('Not mine.')).toBeTruthy()
  })

  it.each([
    ['the server refuses', errorReply(500, 'internal_error', '')],
    ['a proxy without a server says 404', errorReply(404, '', '')],
  ])('brings it back, and says so, when %s', async (_, refusal) => {
    const answer = Promise.withResolvers<Reply>()
    renderHome({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => answer.promise,
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    answer.resolve(refusal)
    expect(await text('Mine to take back.')).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to delete post')
  })

  it('is content when it is gone already', async () => {
    renderHome({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => errorReply(404, 'not_found', MESSAGES.postMissing),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(screen.queryByText('Mine to take back.')).toBeNull())
    expect(screen.queryByText('Failed to delete post')).toBeNull()
  })

  it('hands the focus to the neighbour', async () => {
    renderHome({
      [FRIENDS]: () => feedReply([mine, theirs]),
      [DELETE]: () => messageReply(MESSAGES.deleted),
    })
    confirm(await askToDelete())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    expect(document.activeElement?.textContent).toContain('Not mine.')
  })
})
