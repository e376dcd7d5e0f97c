import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Author } from '../../../contract/author.ts'
import { commentList } from '../../../contract/comments.ts'
import { renderHome, resetHome } from '../../posts/test-home.tsx'
import { ada, ben } from '../test-app.tsx'
import { feedReply, postBy } from '../test-posts.ts'

afterEach(resetHome)

const soup = postBy(ben, 'Soup, @Ada? Not @Nobody https://example.org/@Ada', {
  mentions: [{ _id: ada._id, username: 'Ada' }],
})
const ADD = `POST /posts/${soup._id}/comments`
const { _id, username, userNumber, profilePhoto } = ben
const bea: Author = { _id: '8888888888888', username: 'Bea', userNumber: 9, profilePhoto: null }
const offers = (...members: Author[]) => ({ status: 200, body: members })

function open() {
  const ask = (q: string) => `GET /users/mentionable?postId=${soup._id}&q=${q}`
  return renderHome({
    'GET /posts/friends': () => feedReply([soup]),
    [`GET /posts/${soup._id}/comments`]: () => ({ status: 200, body: commentList.parse([]) }),
    [ask('')]: () => offers({ _id, username, userNumber, profilePhoto }, bea),
    [ask('b')]: () => offers({ _id, username, userNumber, profilePhoto }, bea),
    [ask('be')]: () => offers({ _id, username, userNumber, profilePhoto }, bea),
    [ask('bea')]: () => offers(bea),
    [ADD]: () => ({ status: 201, body: [] }),
  })
}

async function commentField() {
  const [toggle] = await screen.findAllByRole('button', { name: /comment/i })
  if (toggle?.getAttribute('aria-expanded') === 'false') fireEvent.click(toggle)
  return screen.findByLabelText<HTMLTextAreaElement>('Your comment')
}

function type(field: HTMLTextAreaElement, value: string) {
  fireEvent.change(field, { target: { value } })
}

describe('mentions', () => {
  it('stand as links where they name somebody, and nowhere else', async () => {
    open()
    const link = await screen.findByRole('link', { name: '@Ada' })
    expect(link.getAttribute('href')).toBe(`/members/${ada._id}`)
    expect(screen.getAllByRole('link', { name: /@/ })).toHaveLength(2)
    expect(link.closest('p')?.textContent).toBe(soup.text)
  })

  it('are offered from the @ on, and chosen by keys without sending', async () => {
    const { server } = open()
    const field = await commentField()
    type(field, 'Hi @b')
    const list = await screen.findByRole('listbox', { name: 'Mention' })
    const options = () => within(list).getAllByRole('option')
    expect(options().map((option) => option.textContent)).toEqual(['BBen', 'BBea'])
    expect(field.getAttribute('aria-controls')).toBe(list.id)
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(options()[0]?.id))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(options()[1]?.id))
    expect(screen.getByText(/2 to mention/).getAttribute('role')).toBe('status')
    fireEvent.keyDown(field, { key: 'Tab', shiftKey: true })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(field.value).toBe('Hi @b')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(field.value).toBe('Hi @Bea '))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(server.bodies(ADD)).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(server.bodies(ADD)).toEqual([{ text: 'Hi @Bea' }]))
  })

  it('stay while a button below them is being pressed, which would move away otherwise', async () => {
    open()
    const field = await commentField()
    type(field, 'Hi @b')
    await screen.findByRole('listbox')
    fireEvent.mouseDown(document.body)
    fireEvent.blur(field)
    expect(screen.queryByRole('listbox')).not.toBeNull()
    fireEvent.mouseUp(document.body)
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    type(field, 'Hi @be')
    await screen.findByRole('listbox')
    fireEvent.blur(field)
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  it('are left by Esc and by the whole name, and chosen by a press', async () => {
    const { server } = open()
    const field = await commentField()
    type(field, '@')
    await screen.findByRole('listbox')
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    type(field, '@b')
    expect(screen.queryByRole('listbox')).toBeNull()
    type(field, '')
    type(field, '@be')
    type(field, '@be you?')
    field.setSelectionRange(3, 3)
    fireEvent.select(field)
    fireEvent.click(await screen.findByRole('option', { name: /Ben/ }))
    // At once, or what is typed on would stand elsewhere.
    expect(field.value).toBe('@Ben you?')
    expect(document.activeElement).toBe(field)
    expect(field.selectionStart).toBe('@Ben '.length)
    type(field, '@Ben @bea')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(server.bodies(ADD)).toEqual([{ text: '@Ben @bea' }]))
    // Whoever it was offered for has sent it.
    await waitFor(() => expect(field.value).toBe(''))
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})
