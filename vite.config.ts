import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import messages from 'emojibase-data/en/messages.json' with { type: 'json' }
import { defineConfig, type Plugin } from 'vite'

const SERVER = 'http://127.0.0.1:3000'
const EMOJI_KEYS = ['emoji', 'label', 'tags', 'group', 'subgroup', 'version', 'skins', 'tone']

/**
 * Builds the client from `web/` into `dist/web`. Nothing may be inlined as a script: the page's
 * Content-Security-Policy allows scripts from our own origin only.
 */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), tailwindcss(), emojiData()],
  build: {
    outDir: join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // These know `light-dark()`. For older ones it would be rewritten to what `:root` alone decides,
    // and a dark place on a light page would lose its colours.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Every browser we support preloads modules itself; the polyfill would be dead weight.
    modulePreload: { polyfill: false },
    // A font or image as a data: URL would need an exception in the policy.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
      '/media': { target: SERVER },
    },
  },
})

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
