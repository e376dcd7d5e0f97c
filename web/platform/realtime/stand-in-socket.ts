/** For tests: plays the server at the far end of the stream. */
import { type ClientMessage, clientMessage, type ServerEvent } from '../../../contract/realtime.ts'

export class StandInSocket {
  /** Every connection that was tried since `forget`, the last one last. */
  static opened: StandInSocket[] = []
  static forget(): void {
    StandInSocket.opened = []
  }
  static get last(): StandInSocket {
    const last = StandInSocket.opened.at(-1)
    if (!last) throw new Error('No connection was tried')
    return last
  }

  url: string
  isClosed = false
  said: ClientMessage[] = []
  onopen: WebSocket['onopen'] = null
  onmessage: WebSocket['onmessage'] = null
  onclose: WebSocket['onclose'] = null

  constructor(url: string) {
    this.url = url
    StandInSocket.opened.push(this)
  }

  send(text: string): void {
    const message = JSON.parse(text)
    clientMessage.parse(message)
    this.said.push(message)
  }

  close(): void {
    this.isClosed = true
  }

  /** The server is reached and hears the first message. */
  reach(): void {
    this.onopen?.call(this as unknown as WebSocket, new Event('open'))
  }

  /** The server is reached and takes the token. */
  goLive(unreadCount = 0): void {
    this.reach()
    this.tell({ type: 'ready', unreadCount })
  }

  tell(event: ServerEvent): void {
    this.tellRaw(JSON.stringify(event))
  }

  tellRaw(data: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data }))
  }

  /** The line breaks, or the server ends it with a code. */
  drop(code = 1006): void {
    this.isClosed = true
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close', { code }))
  }
}
