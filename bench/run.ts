import { benchFeed } from './feed.ts'

// `npm run bench -- feed [posts]`: what is measured, and the limits it is measured against.

const [name, posts] = process.argv.slice(2)

if (name === 'feed') await benchFeed(posts === undefined ? undefined : Number(posts))
else {
  process.stderr.write('Usage: npm run bench -- feed [posts of the large network, 1000000]\n')
  process.exit(2)
}
