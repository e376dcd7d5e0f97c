import type { Notification } from '../../contract/notifications.ts'
import type { ReportQueue } from '../../contract/reports.ts'
import type { Member, TestServer } from '../test-server.ts'
import { readAs } from './calls.ts'

// What tests of reports do over and over.

/** Asks for the scene at each call: a test may sign the administrator in anew. */
export function reportActions(scene: () => { server: TestServer; administrator: Member }) {
  const call: TestServer['call'] = (...given) => scene().server.call(...given)
  const read = (as: Member, path: string) => readAs(scene().server, as, path)
  const queue = (): Promise<ReportQueue> => read(scene().administrator, '/admin/reports?state=open')
  return {
    read,
    queue,
    report: (as: Member, kind: string, id: string, more: object = {}) =>
      call('POST', '/reports', { as, body: { kind, id, reason: 'unkind', ...more } }),
    decide: (id: string | undefined, body: object, as = scene().administrator) =>
      call('POST', `/admin/reports/${id}/decision`, { as, body }),
    thingOf: async (id: string) => (await queue()).things.find(({ thingId }) => thingId === id),
    news: async (as: Member): Promise<string[]> =>
      (await read(as, '/notifications')).map(({ text }: { text: string }) => text),
    readAll: () => call('PUT', '/notifications/read-all', { as: scene().administrator }),
    async unreadNews(): Promise<string[]> {
      const all: Notification[] = await read(scene().administrator, '/notifications')
      return all.filter(({ read }) => !read).map(({ text }) => text)
    },
  }
}
