import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = 'http://127.0.0.1:3000'

/**
 * Builds the client from `web/` into `dist/web`. Nothing may be inlined as a script: the page's
 * Content-Security-Policy allows scripts from our own origin only.
 */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react(), tailwindcss()],
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
