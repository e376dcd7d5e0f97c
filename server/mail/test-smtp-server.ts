import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface ReceivedMail {
  from: string
  to: string[]
  message: string
}

/** What the server says when a mail is over, or to its recipient; what is not given is accepted. */
interface Answers {
  toMessage?: string[]
  toRecipient?: string[]
}

/** A small real SMTP server on the loopback interface. */
export async function startSmtpServer(answers: Answers = {}, port = 0) {
  const received: ReceivedMail[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    void converse(socket, answers, received)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    received,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    connectionCount: () => sockets.length,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function converse(socket: Socket, answers: Answers, received: ReceivedMail[]) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', to: [], message: '' }
  let inMessage = false
  say('220 test ready')
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (inMessage && line !== '.') {
      // A leading dot was doubled on the way (RFC 5321, 4.5.2).
      mail.message += `${line.replace(/^\./, '')}\r\n`
    } else if (inMessage) {
      inMessage = false
      const answer = answers.toMessage?.shift() ?? '250 taken'
      if (answer.startsWith('250')) received.push(mail)
      say(answer)
    } else if (/^MAIL FROM:/i.test(line)) {
      mail = { from: addressIn(line), to: [], message: '' }
      say('250 ok')
    } else if (/^RCPT TO:/i.test(line)) {
      mail.to.push(addressIn(line))
      say(answers.toRecipient?.shift() ?? '250 ok')
    } else if (/^DATA/i.test(line)) {
      inMessage = true
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      socket.end('221 bye\r\n')
    } else say('250 ok')
  }
}

function addressIn(line: string): string {
  return /<(.*)>/.exec(line)?.[1] ?? ''
}
