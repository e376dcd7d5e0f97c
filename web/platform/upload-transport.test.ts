// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from './api-client.ts'
import { standInServer } from './stand-in-server.ts'
import { keepToken } from './token-store.ts'

/** The browser's side of an upload; the test says how it goes. */
class StagedRequest extends EventTarget {
  static sent: StagedRequest[] = []
  upload = { onprogress: (_: { lengthComputable: boolean; loaded: number; total: number }) => {} }
  headers: Record<string, string> = {}
  method = ''
  url = ''
  status = 0
  responseText = ''
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = () => null
  send() {
    StagedRequest.sent.push(this)
  }
  abort() {
    this.onabort()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

afterEach(() => {
  StagedRequest.sent = []
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function nextRequest(number = 0): Promise<StagedRequest> {
  return vi.waitFor(() => {
    const request = StagedRequest.sent[number]
    if (!request) throw new Error('Nothing was sent yet')
    return request
  })
}

describe('an upload', () => {
  it('tells how far it is and carries token and key', async () => {
    vi.stubGlobal('XMLHttpRequest', StagedRequest)
    keepToken('mine', false)
    const onProgress = vi.fn()
    const answer = api.upload('/posts', new FormData(), { onProgress, idempotencyKey: 'k1' })
    const request = await nextRequest()
    request.upload.onprogress({ lengthComputable: true, loaded: 1, total: 4 })
    request.answer(201, { made: true })
    expect(await answer).toEqual({ made: true })
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(0.25)
    expect(request).toMatchObject({ method: 'POST', url: '/api/posts' })
    expect(request.headers).toMatchObject({ 'x-auth-token': 'mine', 'idempotency-key': 'k1' })
    expect(request.headers).not.toHaveProperty('content-type')
  })

  it('is sent again with a renewed token', async () => {
    vi.stubGlobal('XMLHttpRequest', StagedRequest)
    const renew = { 'POST /users/refresh-token': () => ({ status: 200, body: { token: 'new' } }) }
    vi.stubGlobal('fetch', standInServer(renew).fetch)
    keepToken('old', false)
    const answer = api.upload('/users/profile', new FormData(), { method: 'PUT' })
    ;(await nextRequest()).answer(401, {})
    const second = await nextRequest(1)
    second.answer(200, { saved: true })
    expect(await answer).toEqual({ saved: true })
    expect(second).toMatchObject({ method: 'PUT', headers: { 'x-auth-token': 'new' } })
  })

  it('has status 0 when the network fails', async () => {
    vi.stubGlobal('XMLHttpRequest', StagedRequest)
    const answer = api.upload('/posts', new FormData())
    const checked = expect(answer).rejects.toMatchObject({ status: 0 })
    ;(await nextRequest()).onerror()
    await checked
  })

  it('stops when the caller gives up', async () => {
    vi.stubGlobal('XMLHttpRequest', StagedRequest)
    const caller = new AbortController()
    const answer = api.upload('/posts', new FormData(), { signal: caller.signal })
    const checked = expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await nextRequest()
    caller.abort()
    await checked
  })
})
