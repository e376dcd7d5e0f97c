import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import messages from 'emojibase-data/en/messages.json' with { type: 'json' }
import { defineConfig, type Plugin } from 'vite'
import { CHUNK_GROUPS, WEB, WORKER_SOURCE } from './scripts/client-build/chunk-layers.ts'
import { iconsByThemselves } from './scripts/client-build/icons.ts'
import {
  contractWithoutUnused,
  routerWithoutServer,
  zodWithoutExtras,
} from './scripts/client-build/left-out.ts'
import { firstPage } from './scripts/first-page.ts'

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
    // These know `light-dark()`. For older ones it would be rewritten to what `:root` alone
    // decides, and a dark place on a light page would lose its colours.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // There is little beside the one sheet, and a part whose sheet does not come is a part that
    // fails.
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
        codeSplitting: { groups: CHUNK_GROUPS },
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

/**
 * Beside each text file the same in brotli and gzip, as strong as it gets: it is done only once.
 */
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
