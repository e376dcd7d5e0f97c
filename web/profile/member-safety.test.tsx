import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/blocks.ts'
import { community } from '../../contract/community.ts'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { DAY_MS } from '../../contract/durations.ts'
import {
  MESSAGES as REPORT_MESSAGES,
  SERVER_MESSAGES as SERVER_REPORT_MESSAGES,
} from '../../contract/reports.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { hasDrafts, wipeDraftsOf } from '../platform/drafts.ts'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { ben, profileOf } from './test-members.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})
afterEach(() => vi.unstubAllGlobals())

const CARD = `GET /users/${ben._id}/profile`
const BLOCK = `PUT /users/${ben._id}/block`
const MUTE = `PUT /users/${ben._id}/mute`
const UNMUTE = `DELETE /users/${ben._id}/mute`

function visit(replies: Record<string, () => Reply>) {
  const card = (): Reply => ({ status: 200, body: profileOf(ben) })
  const server = createFakeServer({ ...homeReplies(ada), [CARD]: card, ...replies })
  vi.stubGlobal('fetch', server.fetch)
  const { element, queryClient } = createTestApp(`/members/${ben._id}`)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  return server
}

async function choose(item: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Ben' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const keptOfReports = () =>
  Object.entries(localStorage).flatMap(([key, text]) => (key.includes('report-') ? [text] : []))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('on the card of a member', () => {
  it('blocking says first what it does, and then nobody is there', async () => {
    let isBlocked = false
    const missing = errorReply(404, 'not_found', 'There is no such member.')
    const server = visit({
      [CARD]: () => (isBlocked ? missing : { status: 200, body: profileOf(ben) }),
      [BLOCK]: () => {
        isBlocked = true
        return messageReply(MESSAGES.blockedNow)
      },
    })
    await choose('Block…')
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ben?' })
    const whole = [...dialog.querySelectorAll('h2, p')].map(({ textContent }) => textContent)
    expect(whole.join(' ')).toContain(
      `${MESSAGES.blockQuestion('Ben')} ${MESSAGES.blockDetails('Ben')}`,
    )
    expect(server.count(BLOCK)).toBe(0)
    await press('Block')
    expect(await screen.findByText(MESSAGES.blocked('Ben'))).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Member number 2')).toBeNull())
  })

  it('a block that failed says so in the dialog', async () => {
    visit({ [BLOCK]: () => errorReply(409, 'conflict', MESSAGES.blockedFull) })
    await choose('Block…')
    await press('Block')
    expect(await screen.findByText(MESSAGES.blockedFull)).toBeTruthy()
    await press('Cancel')
    expect(screen.getByText('Member number 2')).toBeTruthy()
  })

  it('muting asks for how long', async () => {
    const server = visit({ [MUTE]: () => messageReply(MESSAGES.muted) })
    for (const [choice, days] of [
      ['1 week', 7],
      ['For good', null],
    ] as const) {
      await choose('Mute…')
      await press(choice)
      await press('Mute')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      const { until } = server.bodies(MUTE).at(-1) as { until: string | null }
      const inDays = until && Math.round((Date.parse(until) - Date.now()) / DAY_MS)
      expect(inDays).toBe(days)
    }
  })

  it('who is muted can be heard again', async () => {
    const card = { ...profileOf(ben), isMuted: true }
    const server = visit({
      [CARD]: () => ({ status: 200, body: card }),
      [UNMUTE]: () => messageReply(MESSAGES.unmuted),
    })
    await choose('Unmute')
    expect(await screen.findByText(MESSAGES.unmuted)).toBeTruthy()
    expect(server.count(UNMUTE)).toBe(1)
  })

  it('an unmute that failed says so', async () => {
    const card = { ...profileOf(ben), isMuted: true }
    visit({
      [CARD]: () => ({ status: 200, body: card }),
      [UNMUTE]: () => errorReply(500, 'internal_error', ''),
    })
    await choose('Unmute')
    expect(await screen.findByText(MESSAGES.unmuteFailed)).toBeTruthy()
  })

  it('reporting says first who looks at it, and thanks', async () => {
    const server = visit({
      'POST /reports': () => ({
        ...{ status: 201, body: { msg: SERVER_REPORT_MESSAGES.thanks('Ben') } },
      }),
    })
    await choose('Report…')
    let dialog = await screen.findByRole('alertdialog', { name: 'Report Ben?' })
    expect(dialog.textContent).toContain('Ben is not told who reported.')
    await userEvent.type(screen.getByRole('textbox'), 'Look')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // What leads back to them may be gone: nobody is asked for words that they cannot find.
    expect([keptOfReports(), hasDrafts()]).toEqual([['Look'], false])
    await choose('Report…')
    dialog = await screen.findByRole('alertdialog', { name: 'Report Ben?' })
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Look')
    await userEvent.selectOptions(screen.getByRole('combobox'), 'It is unkind')
    expect(dialog.textContent).not.toContain(MESSAGES.blockDetails('Ben'))
    const block = screen.getByRole('checkbox', { name: 'Also block Ben' })
    await userEvent.click(block)
    expect(dialog.textContent).toContain(MESSAGES.blockDetails('Ben'))
    await userEvent.click(block)
    await press('Report')
    expect(await screen.findByText(SERVER_REPORT_MESSAGES.thanks('Ben'))).toBeTruthy()
    const sent = server.requests.find(({ path }) => path === '/reports')
    expect(sent?.body).toEqual({
      ...{ kind: 'profile', id: ben._id, reason: 'unkind', text: 'Look', alsoBlock: false },
    })
    expect(keptOfReports()).toEqual([])
  })

  it.each([
    [404, 'not_found', SERVER_REPORT_MESSAGES.missing, []],
    [409, 'conflict', SERVER_REPORT_MESSAGES.already, []],
    [429, 'too_many_requests', 'Later, please.', ['Look']],
  ])(
    'what is written in a report refused with %s waits for another try where there is one',
    async (...refused) => {
      const [status, error, sentence, left] = refused
      visit({ 'POST /reports': () => errorReply(status, error, sentence) })
      await choose('Report…')
      await userEvent.type(await screen.findByRole('textbox'), 'Look')
      await userEvent.selectOptions(screen.getByRole('combobox'), 'It is spam')
      await press('Report')
      expect(await screen.findByText(sentence)).toBeTruthy()
      expect(keptOfReports()).toEqual(left)
      wipeDraftsOf(() => true)
      expect(keptOfReports()).toEqual([])
    },
  )

  it('reporting begins with nothing chosen, and asks for it at the field', async () => {
    const server = visit({
      'POST /reports': () => ({
        ...{ status: 201, body: { msg: SERVER_REPORT_MESSAGES.thanks('Ben') } },
      }),
    })
    await choose('Report…')
    const reason = await screen.findByRole<HTMLSelectElement>('combobox')
    expect([reason.value, reason.required]).toEqual(['', true])
    await userEvent.type(screen.getByRole('textbox'), 'Look')
    await press('Report')
    expect(await screen.findByText(REPORT_MESSAGES.reasonMissing)).toBeTruthy()
    expect(document.activeElement).toBe(reason)
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.count('POST /reports')).toBe(0)
    await userEvent.selectOptions(reason, 'It is spam')
    expect(screen.queryByText(REPORT_MESSAGES.reasonMissing)).toBeNull()
    await press('Report')
    expect(await screen.findByText(SERVER_REPORT_MESSAGES.thanks('Ben'))).toBeTruthy()
    expect(server.bodies('POST /reports')).toMatchObject([{ reason: 'spam', text: 'Look' }])
  })

  it('which rule it is against is chosen by who reports, too', async () => {
    const rules = ['Be kind', 'No ads'].map((title) => ({ title, text: '' }))
    const server = visit({
      'GET /community': () => ({
        status: 200,
        body: community.parse({ ...COMMUNITY_DEFAULTS, ...DEFAULT_BRANDING, rules }),
      }),
      'POST /reports': () => ({
        ...{ status: 201, body: { msg: SERVER_REPORT_MESSAGES.thanks('Ben') } },
      }),
    })
    await choose('Report…')
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'It is against a rule here')
    const rule = screen.getByLabelText<HTMLSelectElement>('Which rule?')
    expect(rule.value).toBe('')
    await press('Report')
    expect(await screen.findByText(REPORT_MESSAGES.ruleMissing)).toBeTruthy()
    expect(document.activeElement).toBe(rule)
    expect(server.count('POST /reports')).toBe(0)
    await userEvent.selectOptions(rule, 'No ads')
    await press('Report')
    expect(await screen.findByText(SERVER_REPORT_MESSAGES.thanks('Ben'))).toBeTruthy()
    expect(server.bodies('POST /reports')).toMatchObject([{ reason: 'rule', ruleId: 'No ads' }])
  })
})
