import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { goBack, layNextVersion, upgrade, visitDuring } from './release-upgrade.ts'
import { postWithImage, tryProxy } from './release-visits.ts'
import { startProxies } from './reverse-proxy.ts'
import {
  ask,
  json,
  type Running,
  sayingMatch,
  snug,
  startSnug,
  switchTo,
  type Trial,
  timed,
} from './running-release.ts'

// What docs/self-hosting.md says, done with a release that is unpacked, in an empty environment:
// from the first start to the first post, a backup that is rehearsed, an upgrade while visitors
// reload, and the way back. Each step throws what went wrong.

const HOST = { username: 'Ada', email: 'ada@example.org', password: 'Ada-Likes-Tea-4!' }

/** Returns one line for each step, with its seconds. */
export async function tryRelease(staged: string, folder: string): Promise<string[]> {
  const port = await freePort()
  const trial: Trial = {
    opt: join(folder, 'opt'),
    env: {
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      DATA_DIR: join(folder, 'lib/data'),
      PUBLIC_URL: 'https://snug.example.org',
      TRUSTED_PROXIES: 'loopback',
      // Whoever registers in a browser solves a puzzle first, and visitors here are in a hurry.
      RATE_LIMITS: 'off',
      LOG_ADDRESSES: 'on',
      NODE_COMPILE_CACHE: join(folder, 'cache'),
    },
    proxies: [],
    told: [],
  }
  const place = { folder: join(folder, 'proxies'), deploy: join(staged, 'deploy'), port }
  await Promise.all([trial.opt, place.folder, join(folder, 'lib')].map((each) => mkdir(each)))
  await rename(staged, join(trial.opt, 'snug-this'))
  await switchTo(trial, 'snug-this')
  let server: Running | undefined
  try {
    server = await timed(trial, 'snug start', () => startSnug(trial))
    trial.proxies = await startProxies({ ...place, deploy: join(trial.opt, 'snug-this/deploy') })
    for (const path of ['/', '/api/health', '/api/docs/']) await ask(trial, 200, path)
    const token = await timed(trial, 'register, verify, sign in', () => comeIn(trial, server))
    const post = await timed(trial, 'first post, with a picture', () => postWithImage(trial, token))
    for (const proxy of trial.proxies)
      await timed(trial, `through ${proxy.name}`, () => tryProxy(proxy, { token, post, server }))
    await timed(trial, 'snug backup, rehearse, doctor', () => lookAfter(trial, folder))
    await layNextVersion(trial)
    for (const step of [upgrade, goBack]) {
      const work = async () => {
        server = await step(trial, server)
      }
      trial.told.push(...(await timed(trial, step.name, () => visitDuring(trial, work))))
      await ask(trial, 200, `/api/posts/${post}`, { headers: { 'x-auth-token': token } })
    }
  } finally {
    await server?.stop()
    for (const proxy of trial.proxies) await proxy.stop()
  }
  return trial.told
}

/** Registers by the link of the terminal, verifies by the link of the mail. Returns the token. */
async function comeIn(trial: Trial, server: Running | undefined): Promise<string> {
  const host = await sayingMatch(() => server?.said.join('\n') ?? '', /register\?host=(\S+)/)
  await ask(trial, 201, '/api/users/register', json({ ...HOST, host }))
  const mails = join(trial.env.DATA_DIR ?? '', 'mail')
  const secret = await sayingMatch(() => textIn(mails), /\/verify\/([\w-]{43})/)
  await ask(trial, 200, `/api/users/verify/${secret}`)
  const { email, password } = HOST
  const answer = await ask(trial, 200, '/api/users/login', json({ email, password }))
  const { token, user } = JSON.parse(String(answer.body))
  if (user.isAdmin !== true) throw new Error(`The first is no administrator: ${answer.body}`)
  return token
}

async function lookAfter(trial: Trial, folder: string) {
  const file = join(folder, 'backup.tar')
  await snug(trial, 'backup', file)
  const [, , doctor] = await Promise.all([
    snug(trial, 'rehearse', file),
    snug(trial, 'member', 'list', '--json'),
    // There is no mail server here, and that is all that is wrong.
    snug(trial, 'doctor', '--json').catch((error: { stdout: string }) => error.stdout),
  ])
  const { checks } = JSON.parse(doctor)
  const wrong = checks.filter(({ isWell }: { isWell: boolean }) => !isWell)
  const names = wrong.map(({ name }: { name: string }) => name)
  if (String(names) !== 'mail') throw new Error(`The doctor says ${JSON.stringify(wrong)}.`)
}

/** Of all mails. */
async function textIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  // One that is being written has another name until it is whole.
  const mails = names.filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')))
  // Long lines are broken with a "=" at their end.
  return texts.join('\n').replaceAll(/=\r?\n/g, '')
}
