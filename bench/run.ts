import { benchChat } from './chat.ts'
import { benchFanout } from './fanout.ts'
import { benchFeed } from './feed.ts'
import { printPlans } from './plans.ts'

// What is measured, and the limits it is measured against: `npm run bench -- NAME [posts]`, where
// `posts` is the size of the network that is made for it.

const BENCHES = { feed: benchFeed, chat: benchChat, fanout: benchFanout, plans: printPlans }

const [name = '', posts] = process.argv.slice(2)
const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1]

if (bench) await bench(posts === undefined ? undefined : Number(posts))
else {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [posts]\n`)
  process.exitCode = 2
}
