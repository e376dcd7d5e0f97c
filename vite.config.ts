import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import messages from 'emojibase-data/en/messages.json' with { type: 'json' }
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { iconsByThemselves } from './scripts/client-build/icons.ts'
import {
  contractWithoutUnused,
  routerWithoutServer,
  zodWithoutExtras,
} from './scripts/client-build/left-out.ts'
import { firstPage } from './scripts/first-page.ts'

interface Modules {
  getModuleInfo: Rolldown.GetModuleInfo
}

const WEB = join(import.meta.dirname, 'web')
const WORKER_SOURCE = 'service-worker.ts'
const WORKER = 'service-worker.js'
const SERVER = 'http://127.0.0.1:3000'
const EMOJI_KEYS = ['emoji', 'label', 'tags', 'group', 'subgroup', 'version', 'skins', 'tone']

/**
 * Builds the client from `web/` into `dist/web`. Nothing may be inlined as a script: the page's
 * Content-Security-Policy allows scripts from our own origin only.
 */
export default defineConfig({
  root: WEB,
  plugins: [
    react(),
    iconsByThemselves(),
    zodWithoutExtras(),
    routerWithoutServer(),
    contractWithoutUnused(),
    tailwindcss(),
    fontsInTime(),
    emojiData(),
    firstPage(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // What each screen needs, for the check of its size.
    manifest: true,
    // The rights of what is bundled, for whoever hands it on.
    license: true,
    // These know `light-dark()`. For older ones it would be rewritten to what `:root` alone decides,
    // and a dark place on a light page would lose its colours.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // There is little beside the one sheet, and a part whose sheet does not come is a part that fails.
    cssCodeSplit: false,
    // Every browser we support preloads modules itself; the polyfill would be dead weight.
    modulePreload: { polyfill: false },
    // A font or image as a data: URL would need an exception in the policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [join(WEB, 'index.html'), join(WEB, WORKER_SOURCE)],
      output: {
        // A worker is known by its address, so that has no hash.
        entryFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(WORKER_SOURCE) ? WORKER : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // What a file needs comes along with it. So those that more places need choose first:
            // a dialog's file would else take what the screens share, and each screen wait for it.
            { name: layerNamed('vendor'), debugName: 'vendor', priority: 8 },
            { name: layerNamed('app'), debugName: 'app', priority: 7 },
            { name: layerNamed('screens'), debugName: 'screens', priority: 6 },
            { name: layerNamed('members'), debugName: 'members', priority: 5 },
            { name: layerNamed('arrival'), debugName: 'arrival', priority: 4 },
            { name: layerNamed('widgets'), debugName: 'widgets', priority: 4 },
            { name: layerNamed('dialogs'), debugName: 'dialogs', priority: 4 },
            { name: layerNamed('overlays'), debugName: 'overlays', priority: 4 },
            { name: layerNamed('tabs'), debugName: 'tabs', priority: 4 },
            { name: layerNamed('places'), debugName: 'places', priority: 3 },
            { name: layerNamed('chats'), debugName: 'chats', priority: 2 },
            { name: layerNamed('conversations'), debugName: 'conversations', priority: 2 },
            { name: layerNamed('other-places'), debugName: 'other places', priority: 3 },
            { name: layerOfFolder, debugName: 'folders', priority: 2 },
            { name: layerOfPlaces, debugName: 'single places', priority: 1 },
            { name: layerNamed('later'), debugName: 'later' },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/media': { target: SERVER },
    },
  },
})

/**
 * Files are few, because each costs a request: what every page needs, what all screens share, what
 * the frame and the home of members share with others, what only places with posts share, what those
 * others share with rooms and without them, what rooms share with the lists of them, what the screens
 * of one folder share, what a screen shares with its dialogs, the library of overlays (what dialogs
 * and tabs share, what a chat needs of it, and the rest), what only dialogs share, and the rest of each.
 */
function layerOf(id: string, modules: Modules): string | null {
  const known = layers.get(id)
  if (known !== undefined) return known
  const layer = findLayer(id, modules)
  layers.set(id, layer)
  return layer
}

/** What is there as soon as one arrives somewhere. */
const PLACE_SOURCE = /-(?:screen|layout|page|connection)\.tsx$/

/** The frame around each place of members. */
const FRAME_SOURCE = 'members-layout.tsx'

/** What stands around each place of members. */
const LAYOUT_SOURCE = /(?:members-layout|member-connection)\.tsx$/

/** Where members arrive: what only other places need must not be in its way. */
const ARRIVAL_SOURCE = /home-screen\.tsx$/

/** Few places have tabs, and their library is large. */
const TABS_SOURCE = 'ui/tabs.tsx'

/** What opens over a page: its library is one file, which a chat needs as well. */
const OVERLAYS_SOURCE = 'ui/overlays.ts'

/**
 * Of that library what only menus and the like need, which hang on something: a dialog does not, and
 * a chat is one. Its own table of contents, which dialogs read as well, hides that.
 */
const ANCHORED =
  /@floating-ui.(?:core|dom|react-dom).|floating-ui-react.(?:safePolygon|hooks.use(?:Click|ClientPoint|Focus|Hover\w+|ListNavigation|Typeahead))\.mjs$/

const ROOM_SOURCE = 'space-screen.tsx'
const CONVERSATIONS = /conversations?-screen\.tsx$/

/** Each is a dialog. */
const isChat = (place: string) => /(?:space|conversation)-screen\.tsx$/.test(place)

const FOLDER = 'places-of-'

/** What only these share is in the way of no room, and of no list of people. */
const showsPosts = (place: string) =>
  partOf(place) === 'posts' || /(?:member|view-as)-page\.tsx$/.test(place)

/** Rooms need the most of their own: what places share without them is not in their way. */
const LARGEST = 'spaces'

/** Each module is asked for by several groups. */
const layers = new Map<string, string | null>()

/** What belongs together: whole rooms where their screens share most, else what is in one folder. */
function partOf(screen: string): string {
  const [room = ''] = relative(WEB, screen).split(sep)
  return room === 'spaces' || room === 'posts' ? room : basename(dirname(screen))
}

function findLayer(id: string, modules: Modules): string | null {
  const roots = rootsOf(id, modules)
  if (roots.some((root) => root.endsWith('index.html'))) {
    return id.includes('node_modules') ? 'vendor' : 'app'
  }
  // Nobody who is signed in does without: as a file of its own it would be one more for each screen.
  if (roots.length === 1 && roots[0]?.endsWith(FRAME_SOURCE)) return 'members'
  if (roots.length < 2 || roots.some((root) => root.endsWith(WORKER_SOURCE))) return null
  // What only dialogs and the like share comes with the first of them, not with every screen.
  const places = roots.filter((root) => PLACE_SOURCE.test(root))
  const isForLayout = places.some((root) => LAYOUT_SOURCE.test(root))
  const isForArrival = places.some((root) => ARRIVAL_SOURCE.test(root))
  const folders = new Set(places.map(partOf))
  const isOverlay = roots.some((root) => root.endsWith(OVERLAYS_SOURCE))
  if (isOverlay && !isForLayout && !isForArrival && !folders.has('accounts')) {
    if (ANCHORED.test(id) || places.length === 0) return 'overlays'
    return places.every(isChat) ? 'dialogs' : 'widgets'
  }
  if (places.length === 0) return 'later'
  if (id.endsWith(TABS_SOURCE)) return 'tabs'
  const [place = ''] = places
  if (places.length === 1 && !place.endsWith(ROOM_SOURCE))
    return basename(place).replace(PLACE_SOURCE, '')
  const isShared = folders.size > 1
  if (isShared && folders.has('accounts')) return 'screens'
  if ((isForArrival || isShared) && places.every(showsPosts)) return 'arrival'
  if (isForLayout || isForArrival) return 'members'
  if (!isShared && folders.has(LARGEST))
    return places.every((each) => CONVERSATIONS.test(each)) ? 'conversations' : 'chats'
  if (!isShared) return `${FOLDER}${[...folders].join()}`
  return folders.has(LARGEST) ? 'places' : 'other-places'
}

function layerNamed(name: string) {
  return (id: string, modules: Modules) => (layerOf(id, modules) === name ? name : null)
}

function layerOfFolder(id: string, modules: Modules): string | null {
  const layer = layerOf(id, modules)
  return layer?.startsWith(FOLDER) ? layer : null
}

function layerOfPlaces(id: string, modules: Modules): string | null {
  const layer = layerOf(id, modules)
  return layer === 'later' ? null : layer
}

/** The modules from which a page, or something fetched later, begins and leads to `id`. */
function rootsOf(id: string, modules: Modules): string[] {
  const seen = new Set([id])
  const roots: string[] = []
  for (const each of seen) {
    const { importers = [], dynamicImporters = [], isEntry } = modules.getModuleInfo(each) ?? {}
    if (isEntry || dynamicImporters.length > 0) roots.push(each)
    for (const importer of importers) seen.add(importer)
  }
  return roots
}

/**
 * A font that comes too late for the first paint waits for the next page: text never moves. Every
 * browser we support reads the smaller of its two formats.
 */
function fontsInTime(): Plugin {
  return {
    name: 'fonts-in-time',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.fileName.endsWith('.woff')) delete bundle[part.fileName]
        if (part.type === 'asset' && part.fileName.endsWith('.css'))
          part.source = String(part.source)
            .replaceAll('font-display:swap', 'font-display:optional')
            .replaceAll(/,\s*url\([^)]*[.]woff\)\s*format\(["']woff["']\)/g, '')
      }
    },
  }
}

/** The emoji picker's data under `/emoji/en/`, from our own origin instead of a CDN. */
function emojiData(): Plugin {
  const files = {
    // Without what the picker never reads.
    'emoji/en/data.json': JSON.stringify(emojis, EMOJI_KEYS),
    'emoji/en/messages.json': JSON.stringify(messages),
  }
  return {
    name: 'emoji-data',
    configureServer({ middlewares }) {
      for (const [path, source] of Object.entries(files)) {
        middlewares.use(`/${path}`, (_request, response) => {
          response.setHeader('content-type', 'application/json').end(source)
        })
      }
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/**
 * Tells the service worker which files open every place. Of the fonts only those that every page
 * asks for; the other alphabets are kept once they were needed.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const publicFiles = readdirSync(join(WEB, 'public'))
      const built = Object.keys(bundle).filter(
        (path) => /[.](js|css)$/.test(path) || /-latin-\w+-normal-.*[.]woff2$/.test(path),
      )
      const files = [...built, ...publicFiles].filter((path) => path !== WORKER).sort()
      const hash = createHash('sha256').update(files.join())
      for (const path of publicFiles) hash.update(readFileSync(join(WEB, 'public', path)))
      const worker = bundle[WORKER]
      const page = bundle['index.html']
      if (worker?.type !== 'chunk' || page?.type !== 'asset')
        throw new Error('The build has no worker')
      hash.update(page.source).update(worker.code)
      const version = hash.digest('hex').slice(0, 16)
      const shell = { version, files: files.map((path) => `/${path}`) }
      worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(shell))
    },
  }
}

/** Beside each text file the same in brotli and gzip, as strong as it gets: it is done only once. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const paths = readdirSync(dir, { recursive: true }).map((path) => join(dir, String(path)))
      const texts = paths.filter((path) => /[.](js|css|html|json|svg|webmanifest)$/.test(path))
      await Promise.all(texts.map(writeCompressed))
    },
  }
}

async function writeCompressed(path: string): Promise<void> {
  const source = readFileSync(path)
  const strongest = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(source, strongest),
    promisify(gzip)(source, { level: 9 }),
  ])
  if (br.length < source.length) writeFileSync(`${path}.br`, br)
  if (gz.length < source.length) writeFileSync(`${path}.gz`, gz)
}
