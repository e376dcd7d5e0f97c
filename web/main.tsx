import './ui/theme.css'
import { config } from 'zod'
import { loadChunk } from './platform/load-chunk.ts'

// The page's policy forbids making code from text. Zod would try, unless it is told before the
// first schema is built; hence the rest of the client is loaded after this line.
config({ jitless: true })

const { start } = await loadChunk(() => import('./app/start.tsx'))
start()
