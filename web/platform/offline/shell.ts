/** The client's own files, for opening without a network; never answers or members' pictures. */
const PREFIX = 'shell-'
const PAGE = '/'
/** A network that says nothing for so long is as good as none. */
const PAGE_TIMEOUT_MS = 4_000

export interface Shell {
  /** Another for every build. */
  version: string
  /** Paths of all that is needed to open every place. */
  files: readonly string[]
}

type Fetch = typeof fetch
type WaitUntil = (work: Promise<unknown>) => void

/** Fetches all files of this version; it takes over only once it has them all. */
export async function cacheShell({ version, files }: Shell, caches: CacheStorage): Promise<void> {
  const cache = await caches.open(PREFIX + version)
  const isHashed = (path: string) => path.startsWith('/assets/')
  await cache.addAll(
    // What has no hash in its name may have changed since the browser fetched it.
    [PAGE, ...files].map(
      (path) => new Request(path, { cache: isHashed(path) ? 'default' : 'no-cache' }),
    ),
  )
}

export async function dropOldShells({ version }: Shell, caches: CacheStorage): Promise<void> {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== PREFIX + version,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Nothing: the browser goes on as if there were no worker. */
export function answer(
  shell: Shell,
  request: Request,
  caches: CacheStorage,
  fetch: Fetch,
  waitUntil: WaitUntil,
): Promise<Response> | undefined {
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (/^\/(api|media)(\/|$)/.test(pathname)) return undefined
  if (request.mode === 'navigate') return newestPage(shell, request, caches, fetch)
  if (pathname.startsWith('/assets/')) return cachedAsset(shell, request, caches, fetch, waitUntil)
  if (shell.files.includes(pathname)) return newestFile(shell, request, caches, fetch)
  return undefined
}

/** The server's page, whichever build it is of; the cached one while the server is away. */
async function newestPage(shell: Shell, request: Request, caches: CacheStorage, fetch: Fetch) {
  const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  try {
    const page = await fetch(request, { signal })
    if (page.status < 500) return page
    return (await cached(shell, PAGE, caches)) ?? page
  } catch (error) {
    const page = await cached(shell, PAGE, caches)
    if (page) return page
    throw error
  }
}

/** A cache that cannot be read is as good as none: what the network has is not held up by it. */
async function cached({ version }: Shell, url: string, caches: CacheStorage) {
  try {
    return await (await caches.open(PREFIX + version)).match(url)
  } catch {
    return undefined
  }
}

/** Where there is no room for it, it is asked for again. */
async function put({ version }: Shell, url: string, file: Response, caches: CacheStorage) {
  try {
    await (await caches.open(PREFIX + version)).put(url, file)
  } catch {}
}

/** Its name has a hash: the cached file is what the server would send. */
async function cachedAsset(
  shell: Shell,
  request: Request,
  caches: CacheStorage,
  fetch: Fetch,
  waitUntil: WaitUntil,
) {
  const known = await cached(shell, request.url, caches)
  if (known) return known
  const fresh = await fetch(request)
  if (fresh.ok) waitUntil(put(shell, request.url, fresh.clone(), caches))
  return fresh
}

async function newestFile(shell: Shell, request: Request, caches: CacheStorage, fetch: Fetch) {
  try {
    return await fetch(request)
  } catch (error) {
    const known = await cached(shell, request.url, caches)
    if (known) return known
    throw error
  }
}
