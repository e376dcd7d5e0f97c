import { sql } from 'kysely'
import type { SpaceVibe } from '../../contract/spaces.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { visibleSpaceCount } from '../visibility/visible-counts.ts'
import { visibleSpaces } from '../visibility/visible-queries.ts'
import { cards } from './card-queries.ts'

export interface Sought {
  /** Lower case; empty for all. */
  text: string
  vibe: SpaceVibe | ''
}
interface PageRequest extends Sought {
  limit: number
  offset: number
}

export function foundCards(db: Queryable, viewer: Id, page: PageRequest) {
  const values = { viewer, pattern: patternOf(page), ...page }
  if (page.text !== '') return page.vibe === '' ? textPage(db, values) : textAndVibePage(db, values)
  return page.vibe === '' ? wholePage(db, values) : vibePage(db, values)
}

export async function countFound(db: Queryable, sought: Sought): Promise<number> {
  if (sought.text === '') {
    const all = visibleSpaceCount(sought.vibe).as('count')
    const { count } = await db.selectNoFrom(all).executeTakeFirstOrThrow()
    return Number(count)
  }
  const { count } = await visibleSpaces(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(holds(patternOf(sought)))
    .$if(sought.vibe !== '', (query) => query.where('vibe', '=', sought.vibe as SpaceVibe))
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface PageValues {
  viewer: Id
  pattern: string
  vibe: SpaceVibe | ''
  limit: number
  offset: number
}

/** The page is chosen first, from ids alone; only what stands on it is read. */
function pageOf(db: Queryable, { limit, offset }: PageValues) {
  return visibleSpaces(db)
    .select('spaces.id')
    .orderBy('spaces.id', 'desc')
    .limit(limit)
    .offset(offset)
}

function cardsIn(db: Queryable, viewer: Id, page: ReturnType<typeof pageOf>) {
  return cards(db, viewer).where('spaces.id', 'in', page).orderBy('spaces.id', 'desc')
}

const wholePage = prepared((db: Queryable, given: PageValues) =>
  cardsIn(db, given.viewer, pageOf(db, given)),
)
const vibePage = prepared((db: Queryable, given: PageValues) =>
  cardsIn(db, given.viewer, pageOf(db, given).where('vibe', '=', given.vibe as SpaceVibe)),
)
const textPage = prepared((db: Queryable, given: PageValues) =>
  cardsIn(db, given.viewer, pageOf(db, given).where(holds(given.pattern))),
)
const textAndVibePage = prepared((db: Queryable, given: PageValues) =>
  cardsIn(
    db,
    given.viewer,
    pageOf(db, given)
      .where('vibe', '=', given.vibe as SpaceVibe)
      .where(holds(given.pattern)),
  ),
)

function holds(pattern: string) {
  return sql<boolean>`search_text like ${pattern} escape '\\'`
}

/** What is sought stands for itself, also where it looks like a wildcard. */
function patternOf({ text }: Sought): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
