/** For tests: the browser's side of an upload. It goes as the test says, or where `fetch` goes. */
import { vi } from 'vitest'

export class FakeUpload {
  static sent: FakeUpload[] = []
  upload = { onprogress: (_: { lengthComputable: boolean; loaded: number; total: number }) => {} }
  headers: Record<string, string> = {}
  form = new FormData()
  method = ''
  url = ''
  status = 0
  responseText = ''
  isAborted = false
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
  send(form: FormData) {
    this.form = form
    FakeUpload.sent.push(this)
  }
  abort() {
    this.isAborted = true
    this.onabort()
  }

  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
  loseAnswer() {
    this.onerror()
  }
  progress(fraction: number) {
    this.upload.onprogress({ lengthComputable: true, loaded: fraction * 100, total: 100 })
  }
}

/** Answered by the played server, as every other request. */
class FetchedUpload extends FakeUpload {
  override send(form: FormData) {
    super.send(form)
    const { method, url, headers } = this
    fetch(url, { method, headers, body: form }).then(
      async (response) => this.answer(response.status, await response.json()),
      () => this.loseAnswer(),
    )
  }
}

/** From now on uploads are played: the test answers them, or with `isFetched` the server does. */
export function installFakeUploads({ isFetched = false } = {}): void {
  FakeUpload.sent = []
  vi.stubGlobal('XMLHttpRequest', isFetched ? FetchedUpload : FakeUpload)
}

/** The upload of this number, once it is on its way. */
export function sentUpload(index: number): Promise<FakeUpload> {
  return vi.waitFor(() => {
    const upload = FakeUpload.sent[index]
    if (!upload) throw new Error(`Upload ${index} was not sent yet`)
    return upload
  })
}
