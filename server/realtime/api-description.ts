import { z } from 'zod'
import {
  CLIENT_MESSAGE_MAX_BYTES,
  CLOSED,
  clientMessage,
  HELLO_WITHIN_MS,
  PING_EVERY_MS,
  REALTIME_PATH,
  SILENCE_MEANS_DEAD_MS,
  serverEvent,
} from '../../contract/realtime.ts'
import type { ApiDocument } from '../platform/api-docs/api-document.ts'

// The stream is no route of the HTTP server's, and OpenAPI has no words of its own for a socket:
// the upgrade stands among the paths, what is said over it among the schemas.

const seconds = (ms: number) => `${ms / 1_000} seconds`

const CLOSE_CODES: Record<keyof typeof CLOSED, string> = {
  unauthorized: 'The token is not, or no longer, valid: refresh it, then connect again.',
  unreadable: 'What the client said cannot be right.',
  tooSlow: 'Events come faster than the client takes them.',
  tooMany: 'More connections or messages than anybody needs: connect again after a while.',
  comeBack: 'The server may have missed something itself: connect again and read what is new.',
}

const DESCRIPTION = `A WebSocket. Each message is a JSON object in a text frame; the client says
\`ClientMessage\`, of at most ${CLIENT_MESSAGE_MAX_BYTES / 1024} KiB, and the server \`ServerEvent\`.

The first message is \`hello\` with the token, within ${seconds(HELLO_WITHIN_MS)}; the server answers
\`ready\`, and everything from then on is heard. The client sends \`ping\` every
${seconds(PING_EVERY_MS)} and is answered \`pong\`; after ${seconds(SILENCE_MEANS_DEAD_MS)} without a
word each side takes the connection for dead. Events tell what changed, not what was missed: a client
that says how long ago it read what it shows (\`heardMsAgo\`) is told whether anything was missed since,
and then reads it again. A browser may connect from the server's own pages only.

| closed with | means |
|---|---|
${Object.entries(CLOSE_CODES)
  .map(([reason, text]) => `| ${CLOSED[reason as keyof typeof CLOSED]} | ${text} |`)
  .join('\n')}`

/** Names each message and event, `HelloMessage` or `ReadyEvent`, and their unions. */
function nameMessages() {
  z.globalRegistry.add(clientMessage, { id: 'ClientMessage' })
  z.globalRegistry.add(serverEvent, { id: 'ServerEvent' })
  const named = (message: { shape: { type: z.ZodLiteral<string> } }, suffix: string) =>
    `${message.shape.type.value.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}${suffix}`
  for (const message of clientMessage.options)
    z.globalRegistry.add(message, { id: named(message, 'Message') })
  for (const event of serverEvent.options)
    z.globalRegistry.add(event, { id: named(event, 'Event') })
}
nameMessages()

const refusal = (name: string) => ({ $ref: `#/components/responses/${name}` })
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Adds the upgrade and the schemas of what is said over it. */
export function describeRealtime(document: ApiDocument): ApiDocument {
  const tag = { name: 'Realtime', description: 'What a member is told at once, over a WebSocket.' }
  const upgrade = {
    operationId: 'openRealtimeStream',
    summary: 'Open the stream of events',
    description: DESCRIPTION,
    tags: [tag.name],
    security: [],
    responses: {
      101: {
        description: 'The socket is open.',
        content: { 'application/json': { schema: schema('ServerEvent') } },
      },
      403: refusal('Forbidden'),
      404: refusal('NotFound'),
      429: refusal('TooManyRequests'),
      503: refusal('Unavailable'),
      default: {
        description: 'Any other refusal.',
        content: { 'application/json': { schema: schema('ErrorBody') } },
      },
    },
    'x-websocket': {
      clientMessage: schema('ClientMessageInput'),
      serverEvent: schema('ServerEvent'),
      closeCodes: Object.fromEntries(
        Object.entries(CLOSE_CODES).map(([reason, text]) => [
          CLOSED[reason as keyof typeof CLOSED],
          text,
        ]),
      ),
    },
  }
  return {
    ...document,
    tags: [...(document.tags ?? []), tag],
    paths: { ...document.paths, [`/api${REALTIME_PATH}`]: { get: upgrade } },
  } as ApiDocument
}
