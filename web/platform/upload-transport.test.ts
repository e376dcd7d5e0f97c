// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from './api-client.ts'
import { createFakeServer } from './fake-server.ts'
import { installFakeUploads, sentUpload } from './fake-upload.ts'
import { storeToken } from './token-store.ts'

beforeEach(() => installFakeUploads())
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('an upload', () => {
  it('tells how far it is and carries token and key', async () => {
    storeToken('mine', false)
    const onProgress = vi.fn()
    const answer = api.upload('/posts', new FormData(), { onProgress, idempotencyKey: 'k1' })
    const request = await sentUpload(0)
    request.progress(0.25)
    request.answer(201, { made: true })
    expect(await answer).toEqual({ made: true })
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.25)
    expect(request).toMatchObject({ method: 'POST', url: '/api/posts' })
    expect(request.headers).toMatchObject({ 'x-auth-token': 'mine', 'idempotency-key': 'k1' })
    expect(request.headers).not.toHaveProperty('content-type')
  })

  it('is sent again with a renewed token', async () => {
    const renew = { 'POST /users/refresh-token': () => ({ status: 200, body: { token: 'new' } }) }
    vi.stubGlobal('fetch', createFakeServer(renew).fetch)
    storeToken('old', false)
    const answer = api.upload('/users/profile', new FormData(), { method: 'PUT' })
    ;(await sentUpload(0)).answer(401, {})
    const second = await sentUpload(1)
    second.answer(200, { saved: true })
    expect(await answer).toEqual({ saved: true })
    expect(second).toMatchObject({ method: 'PUT', headers: { 'x-auth-token': 'new' } })
  })

  it('has status 0 when the network fails', async () => {
    const answer = api.upload('/posts', new FormData())
    const checked = expect(answer).rejects.toMatchObject({ status: 0 })
    ;(await sentUpload(0)).loseAnswer()
    await checked
  })

  it('stops when the caller gives up', async () => {
    const caller = new AbortController()
    const answer = api.upload('/posts', new FormData(), { signal: caller.signal })
    const checked = expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await sentUpload(0)
    caller.abort()
    await checked
  })
})
