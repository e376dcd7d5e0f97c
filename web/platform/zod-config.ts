import { config } from 'zod'

// The page's policy forbids making code from text. Zod would try, unless it is told before the
// first schema is built; hence this is the first thing the client loads.
config({ jitless: true })
