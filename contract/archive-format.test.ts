import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { archiveSchema } from './archive-format.ts'
import { timestamp } from './text.ts'

it('is described by a JSON Schema in the docs, also where the API is described', async () => {
  const before = z.globalRegistry.get(timestamp)
  onTestFinished(() => {
    if (before) z.globalRegistry.add(timestamp, before)
    else z.globalRegistry.remove(timestamp)
  })
  z.globalRegistry.add(timestamp, { id: 'Timestamp', description: 'A moment.' })
  const schema = `${JSON.stringify(archiveSchema(), null, 2)}\n`
  await expect(schema).toMatchFileSnapshot('../docs/archive-schema.json')
})
