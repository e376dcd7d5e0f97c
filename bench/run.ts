import { capacityPage, capacityReport } from '../capacity/report.ts'
import { removeTemporaryFilesAtExit } from '../scripts/temporary-files.ts'
import { benchArchive } from './archive.ts'
import { benchChat } from './chat.ts'
import { benchDeletion } from './deletion.ts'
import { benchEvening } from './evening.ts'
import { benchFeed } from './feed.ts'
import { benchGrowth } from './growth.ts'
import { benchInterference } from './interference.ts'
import { benchLists } from './lists.ts'
import { benchMemory } from './memory.ts'
import { benchMixedFeed } from './mixed-feed.ts'
import { printQueryPlans } from './query-plans.ts'
import { takeReadmeScreenshots } from './readme-screenshots.ts'
import { benchScreens } from './screens.ts'
import { takeScreenshots } from './screenshots.ts'
import { print } from './table.ts'
import { benchWorkers } from './workers.ts'
import { benchWrites } from './writes.ts'

// What is measured, and the limits it is measured against: `npm run bench -- NAME [posts]`, where
// `posts` is the size of the network that is made for it. Each bench says what else it takes.

const BENCHES = {
  feed: benchFeed,
  growth: benchGrowth,
  chat: benchChat,
  memory: benchMemory,
  workers: benchWorkers,
  writes: benchWrites,
  deletion: benchDeletion,
  archive: benchArchive,
  interference: benchInterference,
  screens: benchScreens,
  lists: benchLists,
  mixed: benchMixedFeed,
  screenshots: takeScreenshots,
  readme: takeReadmeScreenshots,
  evening: benchEvening,
  plans: printQueryPlans,
  simulate: (members?: number) => print(members ? capacityReport(members) : capacityPage()),
}

const [name = '', ...sizes] = process.argv.slice(2)
const bench = Object.entries(BENCHES).find(([known]) => known === name)?.[1]

// What was started ends with this process, a Ctrl-C or not.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

if (bench) {
  removeTemporaryFilesAtExit('bench')
  await bench(...sizes.map(Number))
} else {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [posts]\n`)
  process.exitCode = 2
}
// What served the journeys' way would keep it waiting.
process.exit()
