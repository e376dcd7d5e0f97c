// Which file of the built client each of its modules comes in.
import { basename, dirname, join, relative, sep } from 'node:path'
import type { Rolldown } from 'vite'

interface Modules {
  getModuleInfo: Rolldown.GetModuleInfo
}

export const WEB = join(import.meta.dirname, '../../web')
export const WORKER_SOURCE = 'service-worker.ts'

/**
 * Files are few, because each costs a request: what every page needs, what all screens share, what
 * the frame and the home of members share with others, what only places with posts share, what
 * those others share with rooms and without them, what rooms share with the lists of them, what the
 * screens of one folder share, what a screen shares with its dialogs, the library of overlays (what
 * dialogs and tabs share, what a chat needs of it, and the rest), what only dialogs share, and the
 * rest of each.
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
 * Of that library what only menus and the like need, which hang on something: a dialog does not,
 * and a chat is one. Its own table of contents, which dialogs read as well, hides that.
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

/**
 * What belongs together: whole rooms where their screens share most, else what is in one folder.
 */
function partOf(screen: string): string {
  const [room = ''] = relative(WEB, screen).split(sep)
  return room === 'spaces' || room === 'posts' ? room : basename(dirname(screen))
}

function findLayer(id: string, modules: Modules): string | null {
  const roots = rootsOf(id, modules)
  if (roots.some((root) => root.endsWith('index.html'))) {
    return id.includes('node_modules') ? 'vendor' : 'app'
  }
  // Nobody who is signed in does without: as a file of its own it would be one more for each
  // screen.
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

export const CHUNK_GROUPS = [
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
]
