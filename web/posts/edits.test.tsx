import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { commentList } from '../../contract/comments.ts'
import { MESSAGES } from '../../contract/edits.ts'
import type { Post } from '../../contract/posts.ts'
import { ada, ben } from '../app/test-app.tsx'
import { feedReply, imageOf, postBy, withImages } from '../app/test-posts.ts'
import { hasDrafts } from '../platform/drafts.ts'
import { deferredReply, errorReply, type Reply } from '../platform/fake-server.ts'
import { renderHome, resetHome, text } from './test-home.tsx'

afterEach(resetHome)

const shownAs = (post: Post): Reply => ({ status: 200, body: post })

async function openMenu(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('menu')
}

async function edit(mine: Post, replies: Parameters<typeof renderHome>[0]) {
  const home = renderHome({ 'GET /posts/friends': () => feedReply([mine]), ...replies })
  const menu = await openMenu('Post options')
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Edit' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' })
  return { ...home, field }
}

describe('an own post', () => {
  it('is said better in its place, and marked where it is told', async () => {
    const mine = postBy(ada, 'Soop.')
    const better = { ...mine, text: 'Soup.', revision: 1, editedAt: mine.createdAt }
    const { field, server } = await edit(mine, {
      [`PUT /posts/${mine._id}`]: () => shownAs(better),
      [`GET /posts/${mine._id}/versions`]: () => ({
        status: 200,
        body: [
          { text: 'Soop.', writtenAt: '2026-01-15T12:00:00.000Z' },
          { text: 'Soup.', writtenAt: mine.createdAt },
        ],
      }),
    })
    expect(field.value).toBe('Soop.')
    fireEvent.change(field, { target: { value: 'Soup.' } })
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229 })
    fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 })
    expect(server.count(`PUT /posts/${mine._id}`)).toBe(0)
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await text('Soup.')
    expect(server.bodies(`PUT /posts/${mine._id}`).at(-1)).toEqual({ text: 'Soup.', revision: 0 })
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    fireEvent.click(await screen.findByRole('button', { name: 'edited' }))
    const before = await screen.findByRole('dialog', { name: 'What it said before' })
    const versions = await within(before).findAllByRole('listitem')
    expect(versions.map(({ lastChild }) => lastChild?.textContent)).toEqual(['Soup.', 'Soop.'])
  })

  it('keeps what was typed where it cannot be saved, and shows what another device said', async () => {
    const mine = postBy(ada, 'Soop.')
    const elsewhere = { ...mine, text: 'Stew.', revision: 1 }
    const { field, server } = await edit(mine, {
      [`PUT /posts/${mine._id}`]: ({ body }) =>
        (body as { revision: number }).revision === 1
          ? shownAs({ ...mine, text: 'Soup.', revision: 2 })
          : errorReply(409, 'conflict', MESSAGES.elsewhere),
      [`GET /posts/${mine._id}`]: () => shownAs(elsewhere),
    })
    fireEvent.change(field, { target: { value: 'Soup.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await text(MESSAGES.elsewhere)
    await text('Stew.')
    expect(field.value).toBe('Soup.')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your post' })).toBeNull())
    await text('Soup.')
    expect(server.bodies(`PUT /posts/${mine._id}`).at(-1)).toEqual({ text: 'Soup.', revision: 1 })
  })

  it('of which no words are left is not saved, which is read out', async () => {
    const mine = postBy(ada, 'Soop.')
    const { field, server } = await edit(mine, {})
    fireEvent.change(field, { target: { value: ' ' } })
    const save = screen.getByRole('button', { name: 'Save' })
    save.focus()
    fireEvent.click(save)
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(server.count(`PUT /posts/${mine._id}`)).toBe(0)
  })

  it('keeps how another device described its pictures', async () => {
    const images = (alts: string[]) => withImages(...alts.map((alt) => imageOf(alt)))
    const mine = { ...postBy(ada, 'Soop.'), ...images(['', '']) }
    const elsewhere = { ...mine, ...images(['', 'A bowl']), revision: 1 }
    const { server } = await edit(mine, {
      [`PUT /posts/${mine._id}`]: ({ body }) =>
        (body as { revision: number }).revision === 1
          ? shownAs({ ...elsewhere, revision: 2 })
          : errorReply(409, 'conflict', MESSAGES.elsewhere),
      [`GET /posts/${mine._id}`]: () => shownAs(elsewhere),
    })
    fireEvent.change(screen.getByLabelText('Describe image 1 (optional)'), {
      target: { value: 'A pot' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await text(MESSAGES.elsewhere)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your post' })).toBeNull())
    const sent = server.bodies(`PUT /posts/${mine._id}`).at(-1)
    expect(sent).toMatchObject({ imageAlts: ['A pot', 'A bowl'], revision: 1 })
  })

  it('keeps how its pictures were described until that is saved or given up', async () => {
    const mine = { ...postBy(ada, 'Soop.'), ...withImages(imageOf('A stove'), imageOf('')) }
    const field = (image: number) =>
      screen.getByLabelText<HTMLInputElement>(`Describe image ${image} (optional)`)
    const late = deferredReply()
    const first = await edit(mine, { [`PUT /posts/${mine._id}`]: late.reply })
    fireEvent.change(field(1), { target: { value: '' } })
    fireEvent.change(field(2), { target: { value: 'A bowl' } })
    first.unmount()
    const second = await edit(mine, { [`PUT /posts/${mine._id}`]: late.reply })
    expect([field(1).value, field(2).value]).toEqual(['', 'A bowl'])
    fireEvent.keyDown(second.field, { key: 'Escape' })
    await text('Soop.')
    second.unmount()
    const third = await edit(mine, { [`PUT /posts/${mine._id}`]: late.reply })
    expect([field(1).value, field(2).value]).toEqual(['A stove', ''])
    fireEvent.change(field(2), { target: { value: 'A bowl' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    third.unmount()
    await act(async () => late.answer(shownAs({ ...mine, revision: 1 })))
    await edit(mine, {})
    expect(field(2).value).toBe('')
  })

  it('opens as it is beside descriptions that another version kept otherwise', async () => {
    const mine = { ...postBy(ada, 'Soop.'), ...withImages(imageOf('A stove')) }
    localStorage.setItem(`draft:${ada._id}:edit-post-${mine._id}-alts`, '{"revision":0}')
    await edit(mine, {})
    expect(screen.getByLabelText(/^Describe the image/)).toHaveProperty('value', 'A stove')
  })

  it('is described over no later words of another device unseen', async () => {
    const mine = { ...postBy(ada, 'Soop.'), ...withImages(imageOf('')) }
    const described = screen.findByLabelText.bind(screen, 'Describe the image (optional)')
    const elsewhere = { ...mine, ...withImages(imageOf('A bowl')), revision: 1 }
    const replies = {
      [`PUT /posts/${mine._id}`]: () => errorReply(409, 'conflict', MESSAGES.elsewhere),
      [`GET /posts/${mine._id}`]: () => shownAs(elsewhere),
    }
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const first = await edit(mine, replies)
    fireEvent.change(await described(), { target: { value: 'A pot' } })
    first.unmount()
    const second = await edit(elsewhere, replies)
    save()
    await text(MESSAGES.elsewhere)
    await text('What it says now')
    second.unmount()
    const third = await edit(elsewhere, replies)
    save()
    await text(MESSAGES.elsewhere)
    const sent = [second, third].map(({ server }) => server.bodies(`PUT /posts/${mine._id}`)[0])
    expect(sent).toMatchObject([{ revision: 0 }, { revision: 1 }])
    fireEvent.change(await described(), { target: { value: 'A bowl' } })
    expect(hasDrafts()).toBe(false)
  })

  it('is not written over by a draft of before another device changed it', async () => {
    const mine = postBy(ada, 'Soop.')
    const first = await edit(mine, {})
    fireEvent.change(first.field, { target: { value: 'Soup.' } })
    first.unmount()
    const elsewhere = { ...mine, text: 'Stew.', revision: 1 }
    const { field, server } = await edit(elsewhere, {
      [`PUT /posts/${mine._id}`]: () => errorReply(409, 'conflict', MESSAGES.elsewhere),
      [`GET /posts/${mine._id}`]: () => shownAs(elsewhere),
    })
    expect(field.value).toBe('Soup.')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await text(MESSAGES.elsewhere)
    expect(server.bodies(`PUT /posts/${mine._id}`)).toEqual([{ text: 'Soup.', revision: 0 }])
  })

  it('that is saved late takes the focus from nothing that was begun meanwhile', async () => {
    const mine = postBy(ada, 'Soop.')
    const late = deferredReply()
    const { field } = await edit(mine, {
      [`PUT /posts/${mine._id}`]: late.reply,
      [`GET /posts/${mine._id}/comments`]: () => ({ status: 200, body: [] }),
    })
    fireEvent.change(field, { target: { value: 'Soup.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(screen.getByRole('button', { name: /^Comments/ }))
    const comment = await screen.findByLabelText('Your comment')
    act(() => comment.focus())
    await act(async () => late.answer(shownAs({ ...mine, text: 'Soup.', revision: 1 })))
    await text('Soup.')
    expect(screen.queryByRole('textbox', { name: 'Your post' })).toBeNull()
    expect(document.activeElement).toBe(comment)
  })

  it('that is saved late, and was opened again meanwhile, stays open with its words', async () => {
    const mine = postBy(ada, 'Soop.')
    const late = deferredReply()
    const { field } = await edit(mine, { [`PUT /posts/${mine._id}`]: late.reply })
    fireEvent.change(field, { target: { value: 'Soup.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.keyDown(field, { key: 'Escape' })
    fireEvent.click(within(await openMenu('Post options')).getByRole('menuitem', { name: 'Edit' }))
    const again = await screen.findByRole('textbox', { name: 'Your post' })
    fireEvent.change(again, { target: { value: 'Stew' } })
    await act(async () => late.answer(shownAs({ ...mine, text: 'Soup.', revision: 1 })))
    expect(screen.getByDisplayValue('Stew')).toBe(again)
  })

  it('that cannot be saved says so also where its writer has left', async () => {
    const mine = postBy(ada, 'Soop.')
    const late = deferredReply()
    const { field, router } = await edit(mine, { [`PUT /posts/${mine._id}`]: late.reply })
    fireEvent.change(field, { target: { value: 'Soup.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await act(() => router.navigate('/friends'))
    await waitFor(() => expect(screen.queryByDisplayValue('Soup.')).toBeNull())
    await act(async () => late.answer(errorReply(500, 'internal_error', '')))
    await text(MESSAGES.saveFailed)
  })

  it('that another device changed is not written over by who left before they saw it', async () => {
    const mine = postBy(ada, 'Soop.')
    const elsewhere = { ...mine, text: 'Stew.', revision: 1 }
    const late = deferredReply()
    const first = await edit(mine, {
      [`PUT /posts/${mine._id}`]: () => errorReply(409, 'conflict', MESSAGES.elsewhere),
      [`GET /posts/${mine._id}`]: late.reply,
    })
    fireEvent.change(first.field, { target: { value: 'Soup.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await text(MESSAGES.elsewhere)
    first.unmount()
    await act(async () => late.answer(shownAs(elsewhere)))
    const { server } = await edit(elsewhere, {
      [`PUT /posts/${mine._id}`]: () => errorReply(409, 'conflict', MESSAGES.elsewhere),
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await text(MESSAGES.elsewhere)
    expect(server.bodies(`PUT /posts/${mine._id}`)).toEqual([{ text: 'Soup.', revision: 0 }])
  })

  it('stays as it was on Escape', async () => {
    const { field } = await edit(postBy(ada, 'Soup.'), {})
    fireEvent.change(field, { target: { value: 'Stew.' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    await text('Soup.')
  })
})

it('an own comment is said better by Enter; others have no such item', async () => {
  const post = postBy(ben, 'Hello.', { commentCount: 2 })
  const said = (author: typeof ben, id: string, words: string) => {
    const { user, createdAt } = postBy(author, '')
    const bare = { parentId: null, isDeleted: false, replyCount: 0, replies: [] }
    return {
      _id: id,
      user,
      text: words,
      mentions: [],
      createdAt,
      editedAt: null,
      revision: 0,
      ...bare,
    }
  }
  const mine = said(ada, '91', 'Helo!')
  const comments = commentList.parse([said(ben, '90', 'Anybody?'), mine])
  const { server } = renderHome({
    'GET /posts/friends': () => feedReply([post]),
    [`GET /posts/${post._id}/comments`]: () => ({ status: 200, body: comments }),
    [`PUT /posts/${post._id}/comments/91`]: () => ({
      status: 200,
      body: { ...mine, text: 'Hello!', revision: 1 },
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /Comments/ }))
  const others = await openMenu('Options for the comment of Ben')
  expect(within(others).queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  fireEvent.keyDown(others, { key: 'Escape' })
  const own = await openMenu('Options for the comment of Ada')
  fireEvent.click(within(own).getByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByDisplayValue('Helo!')
  fireEvent.change(form, { target: { value: 'Hello!' } })
  fireEvent.keyDown(form, { key: 'Enter' })
  await text('Hello!')
  expect(server.bodies(`PUT /posts/${post._id}/comments/91`).at(-1)).toEqual({
    text: 'Hello!',
    revision: 0,
  })
})
