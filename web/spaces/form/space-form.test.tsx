import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { errorReply, type Reply } from '../../platform/fake-server.ts'
import {
  button,
  choose,
  field,
  MINE,
  messagesReply,
  press,
  renderSpaces,
  resetSpaces,
  runByAda,
  spaceListReply,
  spaceReply,
  text,
  type,
} from '../test-spaces.tsx'
import { VIBE_PALETTES } from '../vibe-palettes.ts'

afterEach(resetSpaces)

const CREATE = 'POST /spaces'

async function openForm(create: () => Reply, more: Parameters<typeof renderSpaces>[1] = {}) {
  const visit = renderSpaces('/spaces', { [CREATE]: create, ...more })
  await press('Create Space')
  await field('Name')
  return visit
}

async function fillIn() {
  await type('Name', 'The den')
  await type('Description', 'For tea.')
}

describe('creating a space', () => {
  it('sends all of it, and opens the space', async () => {
    const made = runByAda('The den')
    const { server, router } = await openForm(() => spaceReply(made, 201), {
      [`GET /spaces/${made._id}`]: () => spaceReply(made),
      [`GET /spaces/${made._id}/messages`]: () => messagesReply([]),
    })
    await fillIn()
    fireEvent.click(screen.getByRole('radio', { name: 'Serene' }))
    await type('Max members', '12')
    fireEvent.click(await field('Private'))
    await type('Tags', ' tea, , books ,')
    await type('Text colour', '#112233')
    await type('Sound address', 'https://sound.example.org/rain')
    await type('Sound name', 'Rain')
    await type('Volume', '0.3')
    await type('Art address', 'https://art.example.org/1')
    await type('Art title', 'Dust')
    await type('Artist', 'Cleo')
    await press('Create')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/spaces/${made._id}`))
    expect(server.bodies(CREATE)).toEqual([
      {
        name: 'The den',
        description: 'For tea.',
        colorPalette: { ...VIBE_PALETTES.serene, text: '#112233' },
        sound: { url: 'https://sound.example.org/rain', name: 'Rain', volume: 0.3 },
        pinnedArt: { url: 'https://art.example.org/1', title: 'Dust', artist: 'Cleo' },
        isPrivate: true,
        maxMembers: 12,
        tags: ['tea', 'books'],
        vibe: 'serene',
      },
    ])
    expect(await field('Message')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: 'Create Space' })).toBeNull()
  })

  it('begins with the defaults', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    expect((await field('Max members')).value).toBe('50')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Chill' }).checked).toBe(true)
    expect((await field('Volume')).value).toBe('0.5')
    expect((await field('Private')).checked).toBe(false)
    expect((await field('Primary colour')).value).toBe('#0ea5e9')
    expect((await field('Pick the text colour')).value).toBe('#1e293b')
  })

  it('takes a name, a line and a vibe; the rest is behind More, opened by what is wrong there', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    expect(screen.queryByRole('textbox', { name: 'Tags' })).toBeNull()
    await press('More')
    expect(screen.getByRole('textbox', { name: 'Tags' })).toBeTruthy()
    await press('Less')
    await fillIn()
    await type('Max members', '101')
    await press('Create')
    expect(document.activeElement).toBe(await field('Max members'))
    expect(screen.getByRole('textbox', { name: 'Tags' })).toBeTruthy()
  })

  it('is painted by its vibe, until a colour is chosen', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    fireEvent.click(screen.getByRole('radio', { name: 'Creative' }))
    expect((await field('Primary colour')).value).toBe(VIBE_PALETTES.creative.primary)
    await type('Accent colour', '#123456')
    fireEvent.click(screen.getByRole('radio', { name: 'Serene' }))
    expect((await field('Primary colour')).value).toBe(VIBE_PALETTES.creative.primary)
  })

  it('says at each field what is wrong, and sends nothing', async () => {
    const { server } = await openForm(() => errorReply(500, 'internal_error', ''))
    await type('Name', 'x'.repeat(51))
    await type('Accent colour', 'pink')
    await type('Max members', '101')
    await press('Create')
    expect(await text(MESSAGES.nameLong)).toBeTruthy()
    expect(await text(MESSAGES.descriptionMissing)).toBeTruthy()
    expect(await text(MESSAGES.colorInvalid)).toBeTruthy()
    expect(await text(MESSAGES.membersInvalid)).toBeTruthy()
    expect(screen.getByText('51 / 50')).toBeTruthy()
    expect(document.activeElement).toBe(await field('Name'))
    expect(server.count(CREATE)).toBe(0)
    await type('Name', 'The den')
    expect(screen.queryByText(MESSAGES.nameLong)).toBeNull()
  })

  it.each([
    [errorReply(409, 'conflict', 'Too many spaces.'), 'Too many spaces.'],
    [errorReply(500, 'internal_error', ''), 'Error creating space'],
    [
      errorReply(400, 'validation_failed', 'Bad.', { pinnedArt: MESSAGES.urlInvalid }),
      MESSAGES.urlInvalid,
    ],
  ])('keeps what was typed when it fails, and says why', async (reply, sentence) => {
    await openForm(() => reply)
    await fillIn()
    await press('Create')
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect((await field('Name')).value).toBe('The den')
  })

  it('is the same attempt when the answer was lost, and another once anything is changed', async () => {
    const { sentKeys } = await openForm(() => 'no answer')
    await fillIn()
    for (const count of [1, 2]) {
      await press('Create')
      await waitFor(() => expect(sentKeys()).toHaveLength(count))
      await screen.findByRole('alert')
    }
    await type('Description', 'For tea and books.')
    await press('Create')
    await waitFor(() => expect(sentKeys()).toHaveLength(3))
    const [first, again, other] = sentKeys()
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('is made anew where the one of a lost attempt was deleted', async () => {
    const made = runByAda('The den')
    const replies: Reply[] = [
      errorReply(404, 'not_found', 'Space not found'),
      spaceReply(made, 201),
    ]
    const { sentKeys, router } = await openForm(() => replies.shift() ?? 'no answer', {
      [`GET /spaces/${made._id}`]: () => spaceReply(made),
      [`GET /spaces/${made._id}/messages`]: () => messagesReply([]),
    })
    await fillIn()
    await press('Create')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/spaces/${made._id}`))
    expect(new Set(sentKeys()).size).toBe(2)
  })

  it('shows the card and the chat as they will be', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    await type('Name', 'The den')
    await type('Tags', 'tea, books')
    await type('Background colour', '#111111')
    const preview = within(await screen.findByRole('img', { name: /^Preview/ }))
    const card = preview.getByRole('article', { name: 'The den' })
    // An address in its description is no link here.
    expect(card.closest('[inert]')).toBeTruthy()
    expect(card.style.getPropertyValue('--color-surface')).toBe('#111111')
    expect(within(card).getByText('books')).toBeTruthy()
    expect(preview.getByText('Is anybody here?')).toBeTruthy()
    expect(await text(/contrast 1\.\d to 1.*drawn in a mended colour/)).toBeTruthy()
    await type('Text colour', '#ffffff')
    expect(await text(/contrast 18\.9 to 1\.$/)).toBeTruthy()
  })

  it('asks before what was typed is discarded', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    await type('Name', 'The den')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await text('Discard what you changed?')
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Discard what you changed?')).toBeNull())
    expect((await field('Name')).value).toBe('The den')
    fireEvent.keyDown(await field('Name'), { key: 'Escape' })
    await press('Discard')
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  })

  it('closes at once when nothing was typed', async () => {
    await openForm(() => errorReply(500, 'internal_error', ''))
    fireEvent.keyDown(await field('Name'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
    expect(await button('Create Space')).toBeTruthy()
  })
})

describe('editing a space', () => {
  const den = runByAda('The den', { tags: ['tea', 'books'], maxMembers: 7, isPrivate: true })
  const EDIT = `PUT /spaces/${den._id}`

  async function openEdit(reply: (body: unknown) => Reply) {
    let mine: Space[] = [den]
    const visit = renderSpaces('/spaces?tab=mine', {
      [MINE]: () => spaceListReply(mine),
      [EDIT]: ({ body }) => {
        const answer = reply(body)
        if (answer !== 'no answer' && answer.status === 200) mine = [answer.body as Space]
        return answer
      },
    })
    await choose('Options of The den', 'Edit')
    expect((await field('Name')).value).toBe('The den')
    return visit
  }

  it('begins with what it is, and shows what it has become', async () => {
    await openEdit((body) => spaceReply({ ...den, ...(body as object), pinnedArt: den.pinnedArt }))
    expect((await field('Tags')).value).toBe('tea, books')
    expect((await field('Max members')).value).toBe('7')
    expect((await field('Private')).checked).toBe(true)
    await type('Name', 'The cellar')
    await press('Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('article', { name: 'The cellar' })).toBeTruthy()
  })

  it('says what becomes of the messages when it is about to be opened', async () => {
    await openEdit(() => 'no answer')
    const sentence = /^Whoever comes now reads what is written from now on/
    expect(screen.queryByText(sentence)).toBeNull()
    fireEvent.click(await field('Private'))
    expect(await text(sentence)).toBeTruthy()
    fireEvent.click(await field('Private'))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('says the fallback when the server says nothing', async () => {
    await openEdit(() => 'no answer')
    await type('Name', 'The cellar')
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Error updating space')
  })
})
