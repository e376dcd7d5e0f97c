// Writes the document of the API into a file: `node scripts/write-api-document.ts openapi.json`.
import { writeFile } from 'node:fs/promises'
import { openTestServer } from '../tests/test-server.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Say which file to write.')
const server = await openTestServer()
await writeFile(file, JSON.stringify(server.app.swagger(), null, 2))
await server.close()
