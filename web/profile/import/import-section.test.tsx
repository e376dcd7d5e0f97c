import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type ImportStatus, MESSAGES, PIECE_BYTES } from '../../../contract/import.ts'
import { deferredReply, errorReply } from '../../platform/fake-server.ts'
import { hasUnsavedWork } from '../../platform/unsaved-work.ts'
import {
  field,
  NO_IMPORT,
  ok,
  press,
  renderSettings,
  resetSettings,
} from '../settings/test-settings.tsx'

afterEach(resetSettings)

const SEND = 'POST /users/me/import'
const BYTES = PIECE_BYTES + 3
const RECEIVING: ImportStatus = {
  ...NO_IMPORT,
  state: 'receiving',
  bytes: BYTES,
  received: PIECE_BYTES,
}
const READING: ImportStatus = {
  ...RECEIVING,
  state: 'reading',
  received: BYTES,
  posts: 4,
  postsRead: 1,
}
const READ: ImportStatus = {
  ...{ ...READING, state: 'read', postsRead: 3, postsNotRead: 1, friends: ['Ben', 'Cleo'] },
  from: { server: 'Elsewhere', username: 'Adele' },
  ...{ undoUntil: '2026-02-14T12:00:00.000Z', nextAt: '2026-01-16T12:00:00.000Z' },
}
const TAKEN: ImportStatus = { ...NO_IMPORT, state: 'taken back', nextAt: READ.nextAt }

const said = async (sentence: string | RegExp) =>
  expect(await screen.findByText(sentence)).toBeTruthy()
const choose = async () => {
  const file = new File([new Uint8Array(BYTES)], 'snug.zip')
  fireEvent.change(await field('Archive'), { target: { files: [file] } })
}

it('is sent in pieces, read, and taken back', async () => {
  let status = NO_IMPORT
  const offsets: string[] = []
  const { server, queryClient } = await renderSettings(
    {
      'GET /users/me/import': () => ok(status)(),
      [SEND]: ({ body }) => {
        const form = body as unknown as FormData
        offsets.push(String(form.get('offset')))
        status = offsets.length === 1 ? RECEIVING : READING
        return { status: 202, body: status }
      },
      'DELETE /users/me/import': () => {
        status = TAKEN
        return ok(status)()
      },
    },
    '/profile/data',
  )
  await said('No archive was read yet.')
  await choose()
  await said(MESSAGES.reading)
  expect(
    screen.getByRole('progressbar', { name: 'Reading your archive' }).ariaValueNow ?? '25',
  ).toBe('25')
  expect(server.count(SEND)).toBe(2)
  status = READ
  await queryClient.invalidateQueries({ queryKey: ['own-import'] })
  await said(/^Your archive was read: 3 posts, 1 not\. It is the archive of Adele on Elsewhere\./)
  // As the day alone it would be over at breakfast, or not open until noon.
  await said(/You can take it back until February 14, 2026 at \d+:\d\d/)
  expect(screen.queryByRole('button', { name: 'Choose the zip file' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Find Cleo', hidden: true }).getAttribute('href')).toBe(
    '/friends?tab=discover&q=Cleo',
  )
  await press('Take it back')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Take it back' })).toBeTruthy())
  const [confirm] = screen.getAllByRole('button', { name: 'Take it back' }).slice(-1)
  if (confirm) fireEvent.click(confirm)
  const again = 'Another can be read from January 16, 2026 at \\d+:\\d\\d .M on\\.'
  await said(new RegExp(`^${MESSAGES.takenBack} ${again}`))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText(/is gone again/)))
})

it('goes on after it broke off, and says why it cannot be read', async () => {
  let status = RECEIVING
  await renderSettings(
    {
      'GET /users/me/import': () => ok(status)(),
      [SEND]: () => {
        status = { ...NO_IMPORT, state: 'failed', problem: MESSAGES.locked }
        return errorReply(409, 'conflict', MESSAGES.notEmpty)
      },
    },
    '/profile/data',
  )
  await said(/^16\.0 of 16\.0 MB are here\. Choose the same file to go on/)
  await choose()
  await said(MESSAGES.notEmpty)
  await said(MESSAGES.locked)
})

it('holds up a reload as long as it is being sent', async () => {
  const sent = deferredReply()
  await renderSettings({ [SEND]: sent.reply }, '/profile/data')
  await said('No archive was read yet.')
  expect(hasUnsavedWork()).toBe(false)
  await choose()
  await said(MESSAGES.receiving)
  expect(hasUnsavedWork()).toBe(true)
  await act(async () => sent.answer(errorReply(409, 'conflict', MESSAGES.notEmpty)))
  await said(MESSAGES.notEmpty)
  expect(hasUnsavedWork()).toBe(false)
})

it('says of a file with nothing in it that it is no archive', async () => {
  const { server } = await renderSettings({}, '/profile/data')
  await said('No archive was read yet.')
  fireEvent.change(await field('Archive'), { target: { files: [new File([], 'snug.zip')] } })
  await said(MESSAGES.notAnArchive)
  expect(server.count(SEND)).toBe(0)
})
