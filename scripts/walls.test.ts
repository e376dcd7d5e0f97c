import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** Each line is an import that a wall must refuse: the rule, the file, what it holds. */
const BREACHES = rows(`
  contract-imports-only-zod | contract/a.ts | import 'kysely'
  contract-imports-only-zod | contract/b.ts | import 'node:fs'
  contract-imports-only-zod | contract/c.ts | import type { X } from '../web/ui/button.tsx'
  web-never-imports-server | web/posts/a.ts | import type { X } from '../../server/app.ts'
  web-never-imports-server | web/posts/b.ts | import { type X } from '../../server/app.ts'
  web-never-imports-server | web/posts/c.tsx | export const c = <a>{import('../../server/app.ts')}</a>
  web-never-imports-server | web/posts/f.ts | { await using f = await import('../../server/app.ts') }
  server-never-imports-web | server/posts/a.ts | import type { X } from '../../web/ui/button.tsx'
  platform-and-ui-know-no-feature | server/platform/a.ts | import '../friends/friends.ts'
  platform-and-ui-know-no-feature | web/ui/a.tsx | import type { X } from '../profile/card.tsx'
  platform-and-ui-know-no-feature | web/platform/a.ts | import type { X } from '../app/paths.ts'
  platform-and-ui-know-no-feature | server/platform/v.ts | import '../visibility/visible-to.ts'
  platform-and-ui-know-no-feature | server/platform/d.ts | import type { X } from '../backups/settings.ts'
  platform-and-ui-know-no-feature | server/platform/e.ts | import type { X } from '../realtime/hub.ts'
  rooms-below-know-no-feature | server/realtime/a.ts | import type { X } from '../posts/posts.ts'
  rooms-below-know-no-feature | server/realtime/v.ts | import '../visibility/visible-to.ts'
  platform-and-ui-know-no-feature | server/platform/f.ts | import { X } from '../images/image-errors.ts'
  rooms-below-know-no-feature | server/images/a.ts | import '../profile/card.ts'
  rooms-below-know-no-feature | server/backups/a.ts | import '../friends/friends.ts'
  rooms-below-know-no-feature | server/mail/a.ts | import '../accounts/accounts.ts'
  visibility-knows-no-feature | server/visibility/a.ts | import '../friends/friends.ts'
  server-community-neighbours | server/community/a.ts | import '../friends/friends.ts'
  server-removals-neighbours | server/removals/a.ts | import '../accounts/accounts.ts'
  server-accounts-neighbours | server/accounts/a.ts | import '../notifications/notifications.ts'
  server-mentions-neighbours | server/mentions/a.ts | import '../friends/friends.ts'
  server-notifications-neighbours | server/notifications/a.ts | import '../friends/friends.ts'
  server-friends-neighbours | server/friends/a.ts | import type { X } from '../posts/posts.ts'
  server-profile-neighbours | server/profile/a.ts | export * from '../spaces/spaces.ts'
  server-posts-neighbours | server/posts/b.ts | import type { X } from '../spaces/spaces.ts'
  server-spaces-neighbours | server/spaces/a.ts | export type { X } from '../friends/friends.ts'
  queries-and-routes-are-private | server/posts/c.ts | import type { X } from '../friends/queries.ts'
  queries-and-routes-are-private | server/admin/a.ts | import '../friends/routes.ts'
  queries-and-routes-are-private | server/admin/b.ts | import '../posts/feed-queries.ts'
  server-never-imports-web | cli/a.ts | import '../web/ui/button.tsx'
  commands-call-verbs | cli/b.ts | import '../server/friends/queries.ts'
  commands-call-verbs | demo/a.ts | import '../server/friends/routes.ts'
  product-knows-no-tool | server/friends/f.ts | import '../../cli/terminal.ts'
  product-knows-no-tool | server/main.ts | import '../demo/seed.ts'
  product-knows-no-tool | server/platform/c.ts | import '../../bench/table.ts'
  product-knows-no-tool | web/ui/b.ts | import '../../capacity/model.ts'
  demo-knows-no-command | demo/b.ts | import '../cli/terminal.ts'
  capacity-stands-alone | capacity/a.ts | import '../server/app.ts'
  capacity-stands-alone | capacity/b.ts | import 'kysely'
  capacity-stands-alone | capacity/c.ts | import '../bench/table.ts'
  features-write-by-mutate | server/friends/g.ts | import '../platform/database/transaction.ts'
  web-features-meet-in-app | web/spaces/a.ts | import type { X } from '../friends/api.ts'
  web-features-meet-in-app | web/posts/d.ts | import '../profile/card.tsx'
  only-friends-and-posts-open-the-profile-modal | web/spaces/b.ts | import '../profile/profile-modal.tsx'
  a-component-never-fetches | web/posts/i.tsx | import { api } from '../platform/api-client.ts'
  http-by-its-own-module | server/platform/h.ts | import { STATUS_CODES } from 'node:http'
  decoding-loads-no-zod | server/images/decoding/decoding-process.ts | import '../../../contract/d.ts'
  no-circle | web/friends/a.ts | import './b.ts'
  no-circle | web/friends/b.ts | import type { X } from './a.ts'
  no-orphan | web/ui/alone.ts | export const alone = true
  product-needs-no-dev-dependency | server/platform/b.ts | import type { X } from 'vitest'
  product-needs-no-dev-dependency | demo/c.ts | import 'vitest'
  product-knows-no-test | cli/main.ts | import '../tests/people.ts'
  product-knows-no-test | web/posts/g.ts | import { upload } from './fake-upload.ts'
  product-knows-no-test | web/posts/e.ts | import './feed.test.ts'
`)

/** Each line is a file, and an import that every wall must let through. */
const DOORS = rows(`
  contract/d.ts | import { z } from 'zod'
  contract/e.ts | import './d.ts'
  contract/d.test.ts | import 'vitest'
  server/friends/c.ts | import '../accounts/accounts.ts'
  server/spaces/d.ts | import '../visibility/visible-to.ts'
  server/friends/h.ts | import '../backups/settings.ts'
  server/realtime/b.ts | import '../platform/clock.ts'
  server/images/b.ts | import '../platform/clock.ts'
  server/backups/b.ts | import '../platform/clock.ts'
  server/friends/d.ts | import './queries.ts'
  server/posts/e.ts | import '../friends/friends.ts'
  server/posts/h.ts | import '../accounts/accounts.ts'
  web/posts/fake-upload.ts | import { vi } from 'vitest'
  server/platform/test-mail.ts | import { vi } from 'vitest'
  server/posts/f.ts | import type { Y } from '../../contract/d.ts'
  server/posts/posts.test.ts | import '../../tests/people.ts'
  server/admin/c.ts | import '../spaces/spaces.ts'
  server/spaces/c.ts | import { sql } from 'kysely'
  server/app.ts | import './friends/routes.ts'
  cli/c.ts | import '../server/spaces/spaces.ts'
  cli/d.ts | import '../demo/seed.ts'
  demo/d.ts | import '../server/spaces/spaces.ts'
  bench/a.ts | import '../capacity/model.ts'
  bench/b.ts | import '../server/friends/queries.ts'
  capacity/d.ts | import './model.ts'
  capacity/model.test.ts | import 'vitest'
  web/app/router.tsx | import '../friends/api.ts'
  web/friends/c.ts | import '../profile/profile-modal.tsx'
  web/friends/api.ts | import { api } from '../platform/api-client.ts'
  web/posts/j.tsx | import { errorMessage } from '../platform/api-error.ts'
  web/friends/d.ts | import { paths } from '../app/paths.ts'
`)

describe('walls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  let found: Cruise

  beforeAll(() => {
    plant(folder)
    found = cruise(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  // A circle is reported once, for one of its files.
  function brokenBy(file?: string): string[] {
    const isOf = ({ from, cycle }: Violation) =>
      from === file || cycle?.some(({ name }) => name === file)
    return found.violations.filter(isOf).map(({ rule }) => rule.name)
  }

  it.each(BREACHES)('%s refuses %s: %s', (rule, file) => {
    expect(brokenBy(file)).toContain(rule)
  })

  it.each(DOORS)('let %s say %s', (file) => {
    expect(brokenBy(file)).toEqual([])
  })

  it('are all tried here', () => {
    const tried = BREACHES.map(([rule]) => rule)
    const rules = found.ruleSetUsed.forbidden.map(({ name }) => name)
    expect(rules.filter((name) => !tried.includes(name))).toEqual([])
  })
})

type Violation = { from: string; rule: { name: string }; cycle?: { name: string }[] }
type Cruise = {
  violations: Violation[]
  ruleSetUsed: { forbidden: { name: string }[] }
}

function rows(table: string): string[][] {
  const lines = table.trim().split('\n')
  return lines.map((line) => line.split('|').map((cell) => cell.trim()))
}

/** A small product that holds every breach and every door, and the files they import. */
function plant(folder: string) {
  const dependencies = { zod: '1', kysely: '1' }
  const devDependencies = { vitest: '1' }
  write(folder, 'package.json', JSON.stringify({ dependencies, devDependencies }))
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    write(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(folder, `node_modules/${name}/index.js`, '')
  }
  const files = [...BREACHES.map(([, ...row]) => row), ...DOORS]
  for (const [file = '', text = ''] of files) {
    const imported = /'([.][^']+)'/.exec(text)?.[1]
    if (imported) write(folder, join(dirname(file), imported), '')
  }
  for (const [file = '', text = ''] of files) write(folder, file, text)
}

function write(folder: string, file: string, text: string) {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function cruise(folder: string): Cruise {
  const depcruise = join(ROOT, 'node_modules/.bin/depcruise')
  const config = join(ROOT, '.dependency-cruiser.js')
  const args = ['--config', config, '--output-type', 'json', '.']
  const { stdout, stderr } = spawnSync(depcruise, args, { cwd: folder, encoding: 'utf8' })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout).summary
}
