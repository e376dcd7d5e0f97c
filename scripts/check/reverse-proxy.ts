import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { freePort } from '../free-port.ts'

// The proxies of the system's packages with the settings that are released, but for ports and a
// certificate made for the moment.

/** The name in the released settings. */
const HOST = 'snug.example.org'
const PATIENCE_MS = 30_000
/** Of this machine too, and another address than the proxy itself has. */
const VISITOR = '127.0.0.2'
const VISITOR_BY_IPV6 = '::1'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ReverseProxy {
  name: string
  /** As a browser asks: over HTTP/2, at the site's name. */
  ask(path: string, init?: RequestInit, visitor?: string): Promise<Answer>
  /** The addresses from which somebody can come. */
  visitors: string[]
  /** The status of the answer to who would open a socket there. */
  openSocket(path: string): Promise<number>
  stop(): Promise<void>
}

interface Place {
  /** An empty one for what the proxy keeps. */
  folder: string
  /** Where the released settings lie. */
  deploy: string
  /** Where Snug listens. */
  port: number
}

interface Kind {
  name: string
  program: string
  configure: (listening: Listening) => Promise<string[]>
}

const NGINX: Kind = { name: 'nginx', program: '/usr/sbin/nginx', configure: configureNginx }
const CADDY: Kind = { name: 'Caddy', program: '/usr/bin/caddy', configure: configureCaddy }

export const hasNginx = existsSync(NGINX.program)

/** Those that are installed here, once they answer. */
export async function startProxies(place: Place): Promise<ReverseProxy[]> {
  const kinds = [NGINX, CADDY].filter(({ program }) => existsSync(program))
  if (kinds.length === 0) return []
  const certificate = makeCertificate(place.folder)
  const starting = kinds.map((kind) => startKind(kind, place, certificate))
  try {
    return await Promise.all(starting)
  } catch (error) {
    for (const each of await Promise.allSettled(starting))
      if (each.status === 'fulfilled') await each.value.stop()
    throw error
  }
}

/** Of nginx alone, where it is installed. */
export function startNginx(place: Place): Promise<ReverseProxy> {
  return startKind(NGINX, place, makeCertificate(place.folder))
}

async function startKind(
  { name, program, configure }: Kind,
  place: Place,
  certificate: Listening['certificate'],
): Promise<ReverseProxy> {
  const folder = join(place.folder, name)
  await mkdir(folder)
  const listen = await freePort()
  const args = await configure({ ...place, folder, listen, certificate })
  return start(name, program, args, { listen, folder, ca: await readFile(certificate.file) })
}

interface Listening extends Place {
  listen: number
  certificate: { file: string; key: string }
}

async function configureNginx({ deploy, folder, port, listen, certificate }: Listening) {
  const released = await readFile(join(deploy, 'nginx.conf'), 'utf8')
  const unencrypted = await freePort()
  const site = released
    .replaceAll(/( +listen )(\[::\]:)?(80|443)(.*;\n)/g, (_, name, isIpv6, kind, options) => {
      const [at, other] = isIpv6 ? hosts().toReversed() : hosts()
      if (isIpv6 && !other) return ''
      return `${name}${at}:${kind === '80' ? unencrypted : listen}${options}`
    })
    .replace(/(ssl_certificate +)[^;]+/, `$1${certificate.file}`)
    .replace(/(ssl_certificate_key +)[^;]+/, `$1${certificate.key}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const conf = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;`,
    'events {}',
    `http { access_log off; ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
    ...[site, '}'],
  ]
  await writeFile(join(folder, 'nginx.conf'), conf.join('\n'))
  return ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
}

async function configureCaddy({ deploy, folder, port, listen, certificate }: Listening) {
  const released = await readFile(join(deploy, 'Caddyfile'), 'utf8')
  const site = released
    .replace(
      `${HOST} {`,
      `https://${HOST}:${listen} {\n\tbind ${hosts().join(' ')}\n\ttls ${certificate.file} ${certificate.key}`,
    )
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
  const own = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n'
  await writeFile(join(folder, 'Caddyfile'), own + site)
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

function makeCertificate(folder: string) {
  const [file, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2`
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync('openssl', [...words.split(' '), ...names, '-keyout', key, '-out', file], {
    stdio: 'ignore',
  })
  return { file, key }
}

async function start(
  name: string,
  program: string,
  args: string[],
  { listen, folder, ca }: { listen: number; folder: string; ca: Buffer },
): Promise<ReverseProxy> {
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const child = spawn(program, args, { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const ask: ReverseProxy['ask'] = (...asked) => askBy({ listen, ca }, ...asked)
  const deadline = performance.now() + PATIENCE_MS
  while (!(await ask('/').catch(() => null))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(
        `${name} does not take the released settings: it ended with ${child.exitCode}.`,
      )
    }
    await wait(50)
  }
  return {
    name,
    ask,
    visitors: hasIpv6() ? [VISITOR, VISITOR_BY_IPV6] : [VISITOR],
    openSocket: (path) => upgradeBy({ listen, ca }, path),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Where the proxies listen. */
function hosts(): string[] {
  return hasIpv6() ? ['127.0.0.1', `[${VISITOR_BY_IPV6}]`] : ['127.0.0.1']
}

function hasIpv6(): boolean {
  const addresses = Object.values(networkInterfaces()).flat()
  return addresses.some((each) => each?.address === VISITOR_BY_IPV6)
}

interface Listener {
  listen: number
  ca: Buffer
}

async function askBy(
  { listen, ca }: Listener,
  path: string,
  init?: RequestInit,
  visitor: string = VISITOR,
): Promise<Answer> {
  // It writes forms as a browser does.
  const asked = new Request(`https://${HOST}${path}`, init)
  const body = Buffer.from(await asked.arrayBuffer())
  const host = visitor === VISITOR_BY_IPV6 ? visitor : '127.0.0.1'
  const place = { host, port: listen, localAddress: visitor, servername: HOST, ca }
  const session = connect(`https://${HOST}`, {
    createConnection: () => connectTls({ ...place, ALPNProtocols: ['h2'] }),
  })
  try {
    return await new Promise((resolve, reject) => {
      const headers = Object.fromEntries(asked.headers)
      const pseudo = { ':path': path, ':method': asked.method }
      const stream = session.request({ ...pseudo, ...headers }, { endStream: body.length === 0 })
      session.on('error', reject)
      stream.on('error', reject)
      stream.on('response', ({ ':status': status = 0, ...answered }) => {
        buffer(stream).then((bytes) => resolve({ status, headers: answered, body: bytes }), reject)
      })
      if (body.length > 0) stream.end(body)
    })
  } finally {
    session.destroy()
  }
}

/** Browsers open a socket over HTTP/1.1, whatever they ask the rest by. */
async function upgradeBy({ listen, ca }: Listener, path: string): Promise<number> {
  const headers = {
    host: HOST,
    origin: `https://${HOST}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  }
  const place = { host: '127.0.0.1', port: listen, servername: HOST, ca, path }
  const sent = request({ ...place, agent: false, headers }).end()
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
  })
}
