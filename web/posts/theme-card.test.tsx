import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { promptOf, THEME_CHECK_EVERY_MS } from '../../contract/theme.ts'
import { ada, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer } from '../platform/fake-server.ts'
import { installFakeUploads, sentUpload } from '../platform/fake-upload.ts'
import { storeToken } from '../platform/token-store.ts'
import { promptState } from './composer/post-theme.ts'
// Loaded before the clock of the first test starts.
import './home-screen.tsx'
import './composer/composer-sheet.tsx'
import './composer/create-post-screen.tsx'

const CACHE_KEY = 'theme-of-the-day'
const today = promptOf('2026-03-10')
const tomorrow = promptOf('2026-03-11')

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 2, 10, 23, 58, 30) })
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function renderHome() {
  vi.stubGlobal('fetch', createFakeServer(homeReplies(ada)).fetch)
  const { element, router } = createTestApp('/')
  render(element)
  await screen.findByRole('region', { name: 'Theme of the Day' })
  return router
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const persistence = () => JSON.parse(localStorage.getItem(CACHE_KEY) ?? 'null')

describe('the Theme of the Day', () => {
  it("is today's, and kept with its date", async () => {
    await renderHome()
    expect(screen.getByText(today)).toBeTruthy()
    expect(persistence()).toEqual({ date: '2026-03-10', prompt: today })
  })

  it('stays the one that was kept today', async () => {
    localStorage.setItem(
      CACHE_KEY,
      JSON.stringify({ date: '2026-03-10', prompt: 'As it was this morning.' }),
    )
    await renderHome()
    expect(screen.getByText('As it was this morning.')).toBeTruthy()
  })

  it.each([
    ["yesterday's", JSON.stringify({ date: '2026-03-09', prompt: 'Old.' })],
    ['no text', JSON.stringify({ date: '2026-03-10', prompt: 7 })],
    ['nothing that can be read', '{'],
  ])('is not taken from what was kept when that is %s', async (_, stored) => {
    localStorage.setItem(CACHE_KEY, stored)
    await renderHome()
    expect(screen.getByText(today)).toBeTruthy()
  })

  it('changes at midnight', async () => {
    await renderHome()
    await pass(80_000)
    expect(screen.getByText(today)).toBeTruthy()
    // The regular check comes half a minute after midnight.
    await pass(15_000)
    expect(screen.getByText(tomorrow)).toBeTruthy()
  })

  it('changes within a minute on a device that slept through midnight', async () => {
    await renderHome()
    vi.setSystemTime(new Date(2026, 2, 11, 9))
    expect(screen.getByText(today)).toBeTruthy()
    await pass(THEME_CHECK_EVERY_MS)
    expect(screen.getByText(tomorrow)).toBeTruthy()
    expect(persistence()).toEqual({ date: '2026-03-11', prompt: tomorrow })
  })
})

describe('writing about it', () => {
  async function writeAboutIt() {
    const router = await renderHome()
    fireEvent.click(screen.getByRole('link', { name: 'Write about this' }))
    const area = await screen.findByLabelText<HTMLTextAreaElement>('Your post')
    return { router, area }
  }
  const theme = () => screen.queryByRole('heading', { name: `Today's theme: ${today}` })
  const close = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByLabelText('Your post')).toBeNull())
  }
  const comeBack = () => {
    fireEvent.click(screen.getByRole('link', { name: /What's on your mind\?/ }))
    return screen.findByLabelText<HTMLTextAreaElement>('Your post')
  }
  const write = (area: HTMLElement, text: string) =>
    fireEvent.change(area, { target: { value: text } })

  it('stands over the words, which are left to the person, and over the place', async () => {
    const { router, area } = await writeAboutIt()
    expect(router.state.location.pathname).toBe('/')
    expect(theme()).toBeTruthy()
    expect(area.placeholder).toBe(today)
    expect(area.value).toBe('')
  })

  it('is a page of its own for who comes by its address', async () => {
    const router = await renderHome()
    await act(() => router.navigate('/create-post', { state: promptState(today) }))
    const area = await screen.findByLabelText<HTMLTextAreaElement>('Your post')
    expect(theme()).toBeTruthy()
    // Where the focus goes on arrival.
    const title = screen.getByRole('heading', { name: 'Create Post' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    fireEvent.click(screen.getByRole('button', { name: 'Remove theme' }))
    await waitFor(() => expect(theme()).toBeNull())
    expect(document.activeElement).toBe(area)
    expect(router.state.location.state).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Write about this' }))
    await waitFor(() => expect(theme()).toBeTruthy())
  })

  it('keeps a draft as it is', async () => {
    localStorage.setItem(`draft:${ada._id}:post-text`, 'Half a thought')
    const { area } = await writeAboutIt()
    expect(theme()).toBeTruthy()
    expect(area.value).toBe('Half a thought')
    await close()
    await comeBack()
    expect(theme()).toBeTruthy()
  })

  it('can be done without', async () => {
    const { area } = await writeAboutIt()
    write(area, 'Half a thought')
    fireEvent.click(screen.getByRole('button', { name: 'Remove theme' }))
    await waitFor(() => expect(theme()).toBeNull())
    expect(area.placeholder).toBe('What would you like to share?')
    expect(document.activeElement).toBe(area)
    await close()
    expect((await comeBack()).value).toBe('Half a thought')
    expect(theme()).toBeNull()
  })

  it('stays with what was begun about it, and goes with nothing else', async () => {
    await writeAboutIt()
    await close()
    write(await comeBack(), 'On something else')
    expect(theme()).toBeNull()
    write(screen.getByLabelText('Your post'), '')
    await close()
    fireEvent.click(screen.getByRole('link', { name: 'Write about this' }))
    write(await screen.findByLabelText('Your post'), 'Half a thought')
    await close()
    expect((await comeBack()).value).toBe('Half a thought')
    expect(theme()).toBeTruthy()
    installFakeUploads()
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect((await sentUpload(0)).form.get('themeDate')).toBe('2026-03-10')
  })

  it('some days later says that it is over, and can be taken off', async () => {
    localStorage.setItem(`draft:${ada._id}:post-text`, 'Half a thought')
    localStorage.setItem(`draft:${ada._id}:post-themeDate`, '2026-03-01')
    await renderHome()
    await comeBack()
    const old = { name: `Theme of the Day: ${promptOf('2026-03-01')}` }
    expect(screen.getByRole('heading', old)).toBeTruthy()
    installFakeUploads()
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    const msg = 'The theme of that day is over.'
    const refusal = { error: 'invalid', msg, message: msg, fields: { themeDate: msg } }
    const upload = await sentUpload(0)
    await act(async () => upload.answer(400, refusal))
    expect((await screen.findByRole('alert')).textContent).toBe(msg)
    fireEvent.click(screen.getByRole('button', { name: 'Remove theme' }))
    await waitFor(() => expect(screen.queryByRole('heading', old)).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your post').value).toBe('Half a thought')
  })
})
