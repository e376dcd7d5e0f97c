/** For tests: the server's end of the WebSocket. */
import { type ClientMessage, clientMessage, type ServerEvent } from '../../../contract/realtime.ts'

export class FakeSocket {
  /** Every connection that was tried since `reset`, the last one last. */
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
  /** Whether something was told of a feed before it was watched. */
  isFeedMissed = false
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
    const said = clientMessage.parse(message)
    this.sent.push(message)
    if (said.type === 'watch_feed' && said.feed && said.heardMsAgo !== undefined)
      this.receive({ type: 'feed_watched', feed: said.feed, isMissed: this.isFeedMissed })
  }

  close(): void {
    this.isClosed = true
  }

  /** The socket opens, and the client sends its first message. */
  open(): void {
    this.onopen?.call(this as unknown as WebSocket, new Event('open'))
  }

  /** The socket opens, and the server accepts the token. After a break, something was missed. */
  becomeReady(unreadCount = 0, isMissed = FakeSocket.opened[0] !== this): void {
    this.open()
    this.receive({ type: 'ready', unreadCount, unreadConversations: 0, isMissed })
  }

  receive(event: ServerEvent): void {
    this.receiveRaw(JSON.stringify(event))
  }

  receiveRaw(data: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data }))
  }

  /** The connection breaks, or the server closes it with a code. */
  drop(code = 1006): void {
    this.isClosed = true
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close', { code }))
  }
}
