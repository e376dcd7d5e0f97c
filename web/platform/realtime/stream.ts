import { v4 as newId } from 'uuid'
import {
  type ClientMessage,
  type ServerEvent,
  SILENCE_MEANS_DEAD_MS,
  serverEvent,
} from '../../../contract/realtime.ts'
import { type FromLeader, Leader, LINE_DOWN, type LineStatus, type ToLeader } from './leader.ts'
import type { SocketClass } from './line.ts'
import { SHOWS_NOTHING, type TabState } from './tab-states.ts'
import { joinTabs, type Tabs, type TabWorld } from './tabs.ts'

export interface StreamOptions extends TabWorld {
  /** Only tabs of the same member share a line. */
  memberId: string
  Socket: SocketClass
}

export interface StreamListener {
  onStatus(status: LineStatus): void
  onEvent(event: ServerEvent): void
}

/** One tab's end of its member's stream: over its own line, or over that of the tab that leads. */
export class Stream {
  #tab = newId()
  #state = SHOWS_NOTHING
  #listener: StreamListener
  #tabs: Tabs
  #leader: Leader | undefined
  #leaderSilence: ReturnType<typeof setTimeout> | undefined

  constructor({ memberId, Socket, ...world }: StreamOptions, listener: StreamListener) {
    this.#listener = listener
    this.#tabs = joinTabs(`realtime:${memberId}`, world, {
      onLead: () => this.#startLeading(Socket),
      onMessage: (message) => this.#receive(message as FromLeader | ToLeader),
    })
    this.#tellState()
  }

  say(message: ClientMessage): void {
    this.#tellLeader({ type: 'say', message })
  }

  /** Said again by itself whenever the server may have forgotten it. */
  show(state: TabState): void {
    this.#state = state
    this.#tellState()
  }

  nudge(): void {
    this.#tellLeader({ type: 'nudge' })
  }

  stop(): void {
    clearTimeout(this.#leaderSilence)
    this.#leader?.stop()
    this.#tabs.post({ type: 'gone', tab: this.#tab } satisfies ToLeader)
    this.#tabs.leave()
  }

  #startLeading(Socket: SocketClass): void {
    clearTimeout(this.#leaderSilence)
    this.#leader = new Leader(Socket, (message) => {
      this.#tabs.post(message)
      this.#hear(message)
    })
    this.#tellState()
  }

  #receive(message: FromLeader | ToLeader): void {
    if (message.type !== 'status' && message.type !== 'said') this.#leader?.take(message)
    // The leader before may have had a last word.
    else if (!this.#leader) this.#hearLeader(message)
  }

  #hearLeader(message: FromLeader): void {
    clearTimeout(this.#leaderSilence)
    this.#leaderSilence = setTimeout(
      () => this.#listener.onStatus(LINE_DOWN),
      SILENCE_MEANS_DEAD_MS,
    )
    this.#hear(message)
  }

  #hear(message: FromLeader): void {
    if (message.type === 'status') {
      this.#listener.onStatus(message.status)
      this.#tellState()
      return
    }
    const { data } = serverEvent.safeParse(message.said)
    if (data) this.#listener.onEvent(data)
  }

  #tellState(): void {
    this.#tellLeader({ type: 'state', tab: this.#tab, state: this.#state })
  }

  #tellLeader(message: ToLeader): void {
    if (this.#leader) this.#leader.take(message)
    else this.#tabs.post(message)
  }
}
