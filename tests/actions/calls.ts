import type { Member, TestServer } from '../test-server.ts'

// Calls in the name of a member, as tests make them over and over.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const callAs = (
  server: TestServer,
  as: Member,
  method: Method,
  path: string,
  body?: object,
) => server.call(method, path, { as, ...(body ? { body } : {}) })

/** What a member reads there, of whatever status. */
export async function readAs(server: TestServer, as: Member, path: string) {
  return (await callAs(server, as, 'GET', path)).json()
}

/** Calls that throw where they are refused. */
export function callOrThrow(server: TestServer) {
  return async (
    as: Member,
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => {
    const more = { ...(body ? { body } : {}), ...(headers ? { headers } : {}) }
    const answer = await server.call(method, path, { as, ...more })
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer.json()
  }
}
