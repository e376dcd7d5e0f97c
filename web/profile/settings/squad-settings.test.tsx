import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  deferredReply,
  errorReply,
  type FakeRequest,
  type FakeServer,
  type Reply,
} from '../../platform/fake-server.ts'
import { FakeSocket } from '../../platform/realtime/fake-socket.ts'
import {
  button,
  field,
  friends,
  idOf,
  ok,
  press,
  renderSettings,
  resetSettings,
  squadOf,
  type,
} from './test-settings.tsx'

const SAVE = 'PUT /users/squad'
const FAILED = errorReply(500, 'internal_error', '')

afterEach(resetSettings)

const title = (count: number) => screen.findByRole('heading', { name: `My Squad (${count}/6)` })
const names = () =>
  screen
    .queryAllByRole('button', { name: /^Remove .* from squad$/ })
    .map((remove) => remove.getAttribute('aria-label')?.split(' ')[1])
const order = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected))
const disabled = async (name: string) => (await button(name)).getAttribute('aria-disabled')
const sentTo = (server: FakeServer) =>
  server.bodies(SAVE).map((body) => (body as { squad: string[] }).squad)
const idsOf = (...members: string[]) => members.map(idOf)
const faces = () =>
  screen
    .queryAllByRole('button', { name: /^Add .* to squad$/ })
    .map((face) => /Add (.*) to squad/.exec(face.textContent)?.[1])
const area = () => screen.findByRole('region', { name: 'Add a friend' })
const noArea = () => expect(screen.queryByRole('region', { name: 'Add a friend' })).toBeNull()

/** A server that keeps what it is sent. */
function keeping(count: number) {
  let squad = squadOf(count)
  return {
    'GET /users/squad': () => ok(squad)(),
    [SAVE]: ({ body }: FakeRequest): Reply => {
      const ids = (body as { squad: string[] }).squad
      squad = ids.flatMap((id) => squadOf(7).filter(({ _id }) => _id === id))
      return { status: 200, body: squad }
    },
  }
}

it('is what another device made of it, and goes on from there', async () => {
  const replies = keeping(2)
  const { server } = await renderSettings(replies)
  await title(2)
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  replies[SAVE]({ body: { squad: idsOf('Ben') } } as FakeRequest)
  await act(async () => {
    FakeSocket.last.becomeReady()
    FakeSocket.last.receive({ type: 'account_changed' })
  })
  await title(1)
  await press('Add Dora to squad')
  await title(2)
  await waitFor(() => expect(sentTo(server)).toEqual([idsOf('Ben', 'Dora')]))
})

describe('adding to the squad', () => {
  it('offers friends who are not in it, and puts the new one at the end', async () => {
    const { server } = await renderSettings(keeping(2))
    await title(2)
    await area()
    expect(faces()).toEqual(['Dora', 'Emil', 'Fay', 'Gus', 'Hana'])
    expect(screen.queryByRole('searchbox', { name: 'Search friends' })).toBeNull()
    await press('Add Emil to squad')
    expect(await title(3)).toBeTruthy()
    expect(faces()).toEqual(['Dora', 'Fay', 'Gus', 'Hana'])
    // By keyboard one goes on from there.
    expect(document.activeElement).toBe(await button('Add Fay to squad'))
    expect(names()).toEqual(['Ben', 'Cleo', 'Emil'])
    expect(screen.getByText('Emil is in your squad now.').getAttribute('role')).toBe('status')
    expect(sentTo(server)).toEqual([idsOf('Ben', 'Cleo', 'Emil')])
  })

  it('takes in one by a double press, or by a key held down', async () => {
    const { server } = await renderSettings(keeping(2))
    await title(2)
    fireEvent.click(await button('Add Dora to squad'), { detail: 1 })
    expect(await title(3)).toBeTruthy()
    const next = await button('Add Emil to squad')
    expect(document.activeElement).toBe(next)
    fireEvent.click(next, { detail: 2 })
    const isPressed = (repeat: boolean) => fireEvent.keyDown(next, { key: 'Enter', repeat })
    expect([isPressed(true), isPressed(false)]).toEqual([false, true])
    expect(names()).toEqual(['Ben', 'Cleo', 'Dora'])
    // By the keyboard alone there is no count of presses.
    fireEvent.click(next, { detail: 0 })
    expect(await title(4)).toBeTruthy()
    expect(sentTo(server).at(-1)).toEqual(idsOf('Ben', 'Cleo', 'Dora', 'Emil'))
  })

  it('ends at six', async () => {
    await renderSettings(keeping(5))
    await title(5)
    await press('Add Gus to squad')
    expect(await title(6)).toBeTruthy()
    noArea()
    const said = screen.getByText(/^Your squad is full/)
    expect(document.activeElement?.contains(said)).toBe(true)
    await press('Remove Ben from squad')
    await area()
    expect(screen.queryByText(/^Your squad is full/)).toBeNull()
  })

  it('draws twelve of five hundred friends, and finds the others', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...{ _id: String(9_000_000 + index), username: `Friend_${index}`, aboutMe: '' },
      ...{ userNumber: index + 9, profilePhoto: null },
    }))
    const { server } = await renderSettings({
      'GET /users/squad': ok([]),
      'GET /users/friends': ok([...many, ...friends]),
      [SAVE]: ok(squadOf(1)),
    })
    await area()
    expect(faces()).toHaveLength(12)
    expect(screen.getByText('495 more. The search finds them.')).toBeTruthy()
    await type('Search friends', 'ben')
    expect(faces()).toEqual(['Ben'])
    await press('Add Ben to squad')
    expect(await title(1)).toBeTruthy()
    expect(sentTo(server)).toEqual([idsOf('Ben')])
    expect((await field('Search friends')).value).toBe('')
    await type('Search friends', 'nobody')
    expect(faces()).toEqual([])
    expect(screen.getByText('No friend of yours is found by “nobody”.')).toBeTruthy()
  })

  it('has nobody left to offer to who has all friends in it', async () => {
    await renderSettings({ 'GET /users/friends': ok(friends.slice(0, 2)) })
    expect(await screen.findByText('All your friends are in your squad.')).toBeTruthy()
  })

  it('sends who has no friends to find some', async () => {
    await renderSettings({ 'GET /users/friends': ok([]), 'GET /users/squad': ok([]) })
    expect(await screen.findByRole('link', { name: 'Find friends' })).toBeTruthy()
    noArea()
  })

  it('says that the friends could not be had, and asks again', async () => {
    let reply: Reply = FAILED
    await renderSettings({ 'GET /users/friends': () => reply })
    expect(await screen.findByText('Failed to load friends')).toBeTruthy()
    reply = ok(friends)()
    await press('Try again')
    expect(await area()).toBeTruthy()
  })
})

describe('the order of the squad', () => {
  it('changes by buttons, which keep the focus, and not beyond its ends', async () => {
    const { server } = await renderSettings(keeping(3))
    await title(3)
    expect(await disabled('Move Ben up')).toBe('true')
    expect(await disabled('Move Dora down')).toBe('true')
    await press('Move Ben up')
    await press('Move Dora down')
    expect(server.count(SAVE)).toBe(0)
    const up = await button('Move Cleo up')
    up.focus()
    fireEvent.click(up)
    await order('Cleo', 'Ben', 'Dora')
    expect(document.activeElement).toBe(await button('Move Cleo up'))
    expect(await disabled('Move Cleo up')).toBe('true')
    expect(screen.getByText('Cleo is now number 1 of 3.').getAttribute('role')).toBe('status')
    await press('Move Cleo down')
    await order('Ben', 'Cleo', 'Dora')
    expect(document.activeElement).toBe(await button('Move Cleo down'))
    await waitFor(() =>
      expect(sentTo(server)).toEqual([idsOf('Cleo', 'Ben', 'Dora'), idsOf('Ben', 'Cleo', 'Dora')]),
    )
  })

  it('changes by dragging', async () => {
    const { server } = await renderSettings(keeping(3))
    await title(3)
    const capture = vi.fn()
    const items = screen.getAllByRole('listitem').filter(({ dataset }) => dataset.member)
    for (const [index, item] of items.entries())
      item.getBoundingClientRect = () => new DOMRect(0, index * 60, 300, 52)
    const handle = items[0]?.querySelector('.cursor-grab') as HTMLElement
    handle.setPointerCapture = capture
    fireEvent.pointerDown(handle, { pointerId: 1, button: 0, clientY: 20 })
    fireEvent.pointerMove(handle, { pointerId: 1, clientY: 145 })
    expect(items.map(({ style }) => style.transform)).toEqual([
      ...['translateY(125px)', 'translateY(-60px)', 'translateY(-60px)'],
    ])
    fireEvent.pointerCancel(handle, { pointerId: 1 })
    expect(items[0]?.style.transform).toBe('')
    expect(names()).toEqual(['Ben', 'Cleo', 'Dora'])
    fireEvent.pointerDown(handle, { pointerId: 2, button: 0, clientY: 20 })
    fireEvent.pointerMove(handle, { pointerId: 2, clientY: 145 })
    fireEvent.pointerUp(handle, { pointerId: 2 })
    await order('Cleo', 'Dora', 'Ben')
    expect(items.map(({ style }) => style.transform)).toEqual(['', '', ''])
    await waitFor(() => expect(sentTo(server)).toEqual([idsOf('Cleo', 'Dora', 'Ben')]))
  })
})

it('leaves the focus where it says that nobody is in it, once the last is taken out', async () => {
  await renderSettings(keeping(1))
  await title(1)
  const remove = await button('Remove Ben from squad')
  remove.focus()
  fireEvent.click(remove)
  await title(0)
  expect(document.activeElement?.textContent).toMatch(/^Nobody yet/)
})

describe('saving the squad', () => {
  it('sends quick changes one after the other; the last one counts', async () => {
    const first = deferredReply()
    const second = deferredReply()
    let calls = 0
    const { server, queryClient } = await renderSettings({
      'GET /users/squad': ok(squadOf(3)),
      [SAVE]: () => (++calls === 1 ? first.reply() : second.reply()),
    })
    await title(3)
    await press('Remove Ben from squad')
    await order('Cleo', 'Dora')
    expect(document.activeElement).toBe(await button('Remove Cleo from squad'))
    await press('Move Dora up')
    await order('Dora', 'Cleo')
    await waitFor(() => expect(server.count(SAVE)).toBe(1))
    first.answer(FAILED)
    await waitFor(() => expect(server.count(SAVE)).toBe(2))
    expect(names()).toEqual(['Dora', 'Cleo'])
    second.answer(ok(squadOf(3).slice(1).reverse())())
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    await order('Dora', 'Cleo')
    expect(sentTo(server)).toEqual([idsOf('Cleo', 'Dora'), idsOf('Dora', 'Cleo')])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it("that fails shows the server's list again, and says so", async () => {
    const { reply, answer } = deferredReply()
    let squad = squadOf(3)
    await renderSettings({ 'GET /users/squad': () => ok(squad)(), [SAVE]: reply })
    await title(3)
    await press('Remove Cleo from squad')
    expect(await title(2)).toBeTruthy()
    // Dora ended the friendship meanwhile.
    squad = squadOf(2)
    answer(FAILED)
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save squad')
    await order('Ben', 'Cleo')
  })

  it('takes back only what failed', async () => {
    const second = deferredReply()
    const persistence = keeping(3)
    let calls = 0
    await renderSettings({
      ...persistence,
      [SAVE]: (heard) => (++calls === 2 ? second.reply() : persistence[SAVE](heard)),
    })
    await title(3)
    await press('Move Ben down')
    await press('Remove Dora from squad')
    await order('Cleo', 'Ben')
    second.answer(FAILED)
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to save squad')
    await order('Cleo', 'Ben', 'Dora')
  })

  it('that cannot be loaded says so, and comes on another try', async () => {
    let reply: Reply = FAILED
    await renderSettings({ 'GET /users/squad': () => reply })
    expect(await screen.findByText('Failed to load squad')).toBeTruthy()
    noArea()
    reply = ok(squadOf(1))()
    await press('Try again')
    expect(await title(1)).toBeTruthy()
  })
})
