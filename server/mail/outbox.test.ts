import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MailDependencies } from './delivery.ts'
import type { RenderedMail } from './mail.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { eventually, mailId, openTestMailSetup, type TestMailSetup } from './test-mail-world.ts'

let test: TestMailSetup
let started: Outbox[]
beforeEach(async () => {
  test = await openTestMailSetup()
  started = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const outbox of started) await outbox.stop()
  await test.close()
})

function startOutbox(dependencies: MailDependencies = test.dependencies): Outbox {
  const outbox = createOutbox(dependencies)
  outbox.start()
  started.push(outbox)
  return outbox
}

/** Holds each mail in hand until it is let go. */
function heldTransport() {
  const inHand: { mail: RenderedMail; letGo: () => void }[] = []
  const send = async (mail: RenderedMail) => {
    await new Promise<void>((letGo) => inHand.push({ mail, letGo }))
    test.sent.push(mail)
  }
  return { inHand, transport: { send, close: async () => {} } }
}

describe('the outbox', () => {
  it('sends what was queued in a committed transaction, once', async () => {
    const outbox = startOutbox()
    await test.dependencies.db.transaction().execute(async (trx) => {
      await outbox.queue(trx, 'welcome', 'ada')
    })
    outbox.wake()
    await eventually(test.recipients).toEqual(['ada@example.org'])
    outbox.wake()
    await outbox.stop()
    expect(test.recipients()).toEqual(['ada@example.org'])
    expect(await test.rows()).toEqual([])
  })

  it('never sends what was queued in a transaction that was rolled back', async () => {
    const outbox = startOutbox()
    const undone = test.dependencies.db.transaction().execute(async (trx) => {
      await outbox.queue(trx, 'welcome', 'ada')
      throw new Error('the name was taken')
    })
    await expect(undone).rejects.toThrow('the name was taken')
    await outbox.queue(test.dependencies.db, 'welcome', 'ben')
    outbox.wake()
    await eventually(test.recipients).toEqual(['ben@example.org'])
    await outbox.stop()
    expect(test.recipients()).toEqual(['ben@example.org'])
  })

  it('keeps the kind and the payload, nothing of the mail itself', async () => {
    await createOutbox(test.dependencies).queue(test.dependencies.db, 'welcome', 'ada')
    const [row] = await test.rows()
    expect(row).toMatchObject({ kind: 'welcome', payload: '"ada"', attempts: 0 })
  })

  it('refuses a kind that nobody composes', async () => {
    const outbox = createOutbox(test.dependencies)
    await expect(outbox.queue(test.dependencies.db, 'newsletter', {})).rejects.toThrow('newsletter')
    expect(await test.rows()).toEqual([])
  })

  it('sends at the start what was left over', async () => {
    await test.leave('a', 'ada')
    startOutbox()
    await eventually(test.recipients).toEqual(['ada@example.org'])
  })

  it('shares the work of one database without sending anything twice', async () => {
    const cast = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fay', 'gus', 'hana', 'ivo', 'juno']
    for (const name of cast) await test.leave(name, name)
    const first = heldTransport()
    const second = heldTransport()
    startOutbox({ ...test.dependencies, transport: first.transport })
    startOutbox({ ...test.dependencies, db: test.connect(), transport: second.transport })
    for (let left = cast.length; left > 0; left -= 2) {
      await eventually(() => [first.inHand.length, second.inHand.length]).toEqual([1, 1])
      for (const { letGo } of [...first.inHand.splice(0), ...second.inHand.splice(0)]) letGo()
    }
    await Promise.all(started.map((outbox) => outbox.stop()))
    expect(test.recipients().toSorted()).toEqual(cast.map((name) => `${name}@example.org`))
  })

  it('finishes the mail in hand when it stops, and begins no other', async () => {
    await test.leave('a', 'ada')
    await test.leave('b', 'ben')
    const { inHand, transport } = heldTransport()
    const outbox = startOutbox({ ...test.dependencies, transport })
    await eventually(() => inHand.length).toBe(1)

    let stopped = false
    const stopping = outbox.stop().then(() => {
      stopped = true
    })
    outbox.wake()
    await new Promise(setImmediate)
    expect(stopped).toBe(false)
    inHand[0]?.letGo()
    await stopping
    expect(test.recipients()).toEqual(['ada@example.org'])
    expect((await test.rows()).map((row) => row.id)).toEqual([mailId('b')])
  })

  it('goes on once the database is back', async () => {
    const { db } = test.dependencies
    await test.leave('a', 'ada')
    await db.schema.alterTable('mail_outbox').renameTo('elsewhere').execute()
    const outbox = startOutbox()
    await eventually(() => test.logged).toHaveLength(1)
    expect(test.logged[0]).toMatch(/^error mail is held up {"code":"(ERR_SQLITE_ERROR|42P01)"}$/)

    await db.schema
      .alterTable('elsewhere' as 'mail_outbox')
      .renameTo('mail_outbox')
      .execute()
    outbox.wake()
    await eventually(test.recipients).toEqual(['ada@example.org'])
  })
})
