import {
  type ClientMessage,
  type ServerEvent,
  SILENCE_MEANS_DEAD_MS,
  serverEvent,
} from '../../../contract/realtime.ts'
import { newKey } from '../new-key.ts'
import { tabsName } from '../tab-lock.ts'
import type { SocketClass } from './connection.ts'
import {
  type ConnectionStatus,
  DISCONNECTED,
  Leader,
  type MessageFromLeader,
  type MessageToLeader,
} from './leader.ts'
import { EMPTY_TAB_STATE, type TabState } from './tab-states.ts'
import { joinTabs, type TabApis, type Tabs } from './tabs.ts'

export interface TabClientOptions extends TabApis {
  /** Only tabs of the same member share a connection. */
  memberId: string
  Socket: SocketClass
  /** When (epoch ms) the first of what this tab shows was asked for. */
  heardAt: number
}

export interface TabClientListener {
  onStatus(status: ConnectionStatus): void
  onEvent(event: ServerEvent): void
}

export class TabClient {
  #tab = newKey()
  #state = EMPTY_TAB_STATE
  #listener: TabClientListener
  #tabs: Tabs
  #leader: Leader | undefined
  #heardAt: number
  #leaderTimeout: ReturnType<typeof setTimeout> | undefined

  constructor(
    { memberId, Socket, heardAt, ...apis }: TabClientOptions,
    listener: TabClientListener,
  ) {
    this.#heardAt = heardAt
    this.#listener = listener
    this.#tabs = joinTabs(tabsName(memberId), apis, {
      onLead: () => this.#startLeading(Socket),
      onMessage: (message) => this.#receive(message as MessageFromLeader | MessageToLeader),
    })
    this.#sendState()
  }

  send(message: ClientMessage): void {
    this.#sendToLeader({ type: 'send', message })
  }

  /** Sent again whenever the server may have lost it. */
  setState(state: TabState): void {
    this.#state = state
    this.#sendState()
  }

  checkNow(): void {
    this.#sendToLeader({ type: 'check' })
  }

  stop(): void {
    clearTimeout(this.#leaderTimeout)
    this.#leader?.stop()
    this.#tabs.post({ type: 'closed', tab: this.#tab } satisfies MessageToLeader)
    this.#tabs.leave()
  }

  #startLeading(Socket: SocketClass): void {
    clearTimeout(this.#leaderTimeout)
    this.#leader = new Leader(Socket, this.#heardAt, (message) => {
      this.#tabs.post(message)
      this.#handle(message)
    })
    this.#sendState()
  }

  #receive(message: MessageFromLeader | MessageToLeader): void {
    if (message.type !== 'status' && message.type !== 'message') this.#leader?.handle(message)
    // The previous leader's last messages may still arrive.
    else if (!this.#leader) this.#handleFromLeader(message)
  }

  #handleFromLeader(message: MessageFromLeader): void {
    if (message.type === 'message' || message.status.connectionId !== null)
      this.#heardAt = Date.now()
    else if (message.status.isAllMissed) this.#heardAt = 0
    clearTimeout(this.#leaderTimeout)
    this.#leaderTimeout = setTimeout(
      () => this.#listener.onStatus(DISCONNECTED),
      SILENCE_MEANS_DEAD_MS,
    )
    this.#handle(message)
  }

  #handle(message: MessageFromLeader): void {
    if (message.type === 'status') {
      this.#listener.onStatus(message.status)
      this.#sendState()
      return
    }
    const { data } = serverEvent.safeParse(message.message)
    if (data) this.#listener.onEvent(data)
  }

  #sendState(): void {
    this.#sendToLeader({ type: 'state', tab: this.#tab, state: this.#state })
  }

  #sendToLeader(message: MessageToLeader): void {
    if (this.#leader) this.#leader.handle(message)
    else this.#tabs.post(message)
  }
}
