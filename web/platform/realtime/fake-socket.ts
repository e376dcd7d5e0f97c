/** For tests: plays the server at the far end of the stream. */
import { type ClientMessage, clientMessage, type ServerEvent } from '../../../contract/realtime.ts'

export class FakeSocket {
  /** Every connection that was tried since `forget`, the last one last. */
  static opened: FakeSocket[] = []
  static reset(): void {
    FakeSocket.opened = []
  }
  static get last(): FakeSocket {
    const last = FakeSocket.opened.at(-1)
    if (!last) throw new Error('No connection was tried')
    return last
  }

  url: string
  isClosed = false
  sent: ClientMessage[] = []
  onopen: WebSocket['onopen'] = null
  onmessage: WebSocket['onmessage'] = null
  onclose: WebSocket['onclose'] = null

  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }

  send(text: string): void {
    const message = JSON.parse(text)
    clientMessage.parse(message)
    this.sent.push(message)
  }

  close(): void {
    this.isClosed = true
  }

  /** The server is reached and hears the first message. */
  open(): void {
    this.onopen?.call(this as unknown as WebSocket, new Event('open'))
  }

  /** The server is reached and takes the token. */
  becomeReady(unreadCount = 0): void {
    this.open()
    this.receive({ type: 'ready', unreadCount })
  }

  receive(event: ServerEvent): void {
    this.receiveRaw(JSON.stringify(event))
  }

  receiveRaw(data: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data }))
  }

  /** The line breaks, or the server ends it with a code. */
  drop(code = 1006): void {
    this.isClosed = true
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close', { code }))
  }
}
