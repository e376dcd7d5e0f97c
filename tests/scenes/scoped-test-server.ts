import { onTestFinished } from 'vitest'
import { openTestServer, type TestServer } from '../test-server.ts'

/** A server for the test that runs now; it is closed when that test is over. */
export async function openScopedTestServer(
  choices: Parameters<typeof openTestServer>[0] = {},
): Promise<TestServer> {
  const server = await openTestServer(choices)
  onTestFinished(() => server.close())
  return server
}
