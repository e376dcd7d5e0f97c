import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/spaces.ts'
import { ben } from '../app/stand-in-app.tsx'
import { kept } from '../platform/offline/kept.ts'
import { rememberOnDevice } from '../platform/offline/stand-in-device.ts'
import { StandInSocket } from '../platform/realtime/stand-in-socket.ts'
import { refuses } from '../platform/stand-in-server.ts'
import { den, messagesOf, visitChat } from './stand-in-chat.tsx'
import {
  button,
  leaveSpaces,
  listOf,
  MINE,
  messageOf,
  oneOf,
  press,
  saidOf,
  visitSpaces,
} from './stand-in-spaces.tsx'

vi.setConfig({ testTimeout: 10_000 })
beforeEach(rememberOnDevice)
afterEach(leaveSpaces)

const SPACE = `GET /spaces/${den._id}`
const MESSAGES_PATH = `GET ${messagesOf(den)}`
const safeFetch = { ...den, isMember: false, members: [] }

/** Whatever on the device says anything of what was said in the den, or who is in it. */
async function traces() {
  const records = await kept.readAll()
  const isTrace = (words: string) => words.includes('Under the stairs') || words.includes('"Ben"')
  return records.filter(({ data }) => isTrace(JSON.stringify(data))).map(({ name }) => name)
}

async function visitKeptChat(replies: Parameters<typeof visitChat>[1] = {}) {
  const said = [messageOf(ben, 100, { content: 'Under the stairs' })]
  const visit = await visitChat(said, {
    [`${MESSAGES_PATH}?after=100`]: () => saidOf([]),
    ...replies,
  })
  await waitFor(async () => expect(await traces()).toHaveLength(2))
  return visit
}

const isForgotten = () => waitFor(async () => expect(await traces()).toEqual([]))

describe('what was read of a space', () => {
  it('is on the device no longer once the member leaves', async () => {
    let space = den
    await visitKeptChat({
      [SPACE]: () => oneOf(space),
      [`POST /spaces/${den._id}/leave`]: () => {
        space = { ...safeFetch, admin: { ...den.admin, username: 'Somebody' } }
        return oneOf(space)
      },
    })
    await press('Options of The den')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }))
    await isForgotten()
  })

  it('is on the device no longer once they were removed, wherever they are', async () => {
    await visitKeptChat()
    cleanup()
    visitSpaces('/friends', {})
    await screen.findByRole('heading', { level: 1, name: 'Friends' })
    expect(await traces()).toHaveLength(2)
    await act(async () => StandInSocket.last.goLive())
    await act(async () => StandInSocket.last.tell({ type: 'space_left', spaceId: den._id }))
    await isForgotten()
  })

  it('goes with the refusal to read it again', async () => {
    await visitKeptChat()
    cleanup()
    visitSpaces(`/spaces/${den._id}`, {
      [SPACE]: () => refuses(404, 'not_found', MESSAGES.spaceMissing),
      [MINE]: () => listOf([den]),
    })
    expect(await button('Back to Spaces')).toBeTruthy()
    await waitFor(async () =>
      expect((await traces()).filter((name) => name.includes(den._id))).toEqual([]),
    )
  })

  it('goes when the space is among theirs no longer', async () => {
    await visitKeptChat()
    cleanup()
    visitSpaces('/spaces?tab=mine', { [MINE]: () => listOf([]) })
    await waitFor(async () =>
      expect((await traces()).filter((name) => name.startsWith('messages'))).toEqual([]),
    )
  })
})
