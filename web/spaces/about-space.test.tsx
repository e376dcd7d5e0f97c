import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/spaces.ts'
import { errorReply, type Reply } from '../platform/fake-server.ts'
import { renderChat } from './messages/test-chat.tsx'
import { button, link, press, resetSpaces, spaceNamed, text, withAda } from './test-spaces.tsx'

const attic = withAda(
  spaceNamed('The attic', {
    sound: { url: 'https://sound.example.org/rain', name: 'Rain', volume: 0.3 },
  }),
)
const SOUND = `GET /spaces/${attic._id}/sound`
let played: { src: string; volume: number; loop: boolean; isPaused: boolean }[]

beforeEach(() => {
  played = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:rain', revokeObjectURL() {} }),
  )
  vi.stubGlobal('Audio', FakeAudio)
})
afterEach(resetSpaces)

class FakeAudio {
  loop = false
  volume = 1
  isPaused = true
  src: string
  constructor(src: string) {
    this.src = src
    played.push(this)
  }
  async play() {
    this.isPaused = false
  }
  pause() {
    this.isPaused = true
  }
}

const visit = async (reply: () => Reply) => {
  const visited = await renderChat([], { [SOUND]: reply }, attic)
  await press('About this space')
  await button('Play Rain')
  return visited
}

it('plays the sound of a space only when asked, as loud as it should, until it is stopped', async () => {
  const { server } = await visit(() => ({ status: 200, body: 'the bytes' }))
  expect(server.count(SOUND)).toBe(0)
  expect(played).toEqual([])
  await press('Play Rain')
  await button('Stop Rain')
  expect(played).toEqual([{ src: 'blob:rain', volume: 0.3, loop: true, isPaused: false }])
  await press('About this space')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop Rain' })).toBeNull())
  expect(played[0]?.isPaused).toBe(false)
  await press('About this space')
  await press('Stop Rain')
  await button('Play Rain')
  expect(played[0]?.isPaused).toBe(true)
})

it('is silent once the place is left', async () => {
  const { router } = await visit(() => ({ status: 200, body: 'the bytes' }))
  await press('Play Rain')
  await button('Stop Rain')
  await act(() => router.navigate('/friends'))
  await waitFor(() => expect(played[0]?.isPaused).toBe(true))
})

it('says so when it cannot be had, and may be asked again', async () => {
  await visit(() => errorReply(404, 'not_found', MESSAGES.soundMissing))
  await press('Play Rain')
  expect(await text(MESSAGES.soundMissing)).toBeTruthy()
  await button('Play Rain')
  expect(played).toEqual([])
  expect(screen.getByRole('link', { name: /^Rain ?\(opens in a new tab\)$/ })).toBeTruthy()
})

it('the description of a space leads where its addresses say', async () => {
  const described = { ...attic, description: 'Rules: https://rules.example.org, please.' }
  await renderChat([], {}, described)
  await press('About this space')
  const rules = await link('https://rules.example.org')
  expect(rules.getAttribute('href')).toBe('https://rules.example.org/')
  expect(rules.getAttribute('rel')).toContain('noopener')
})
