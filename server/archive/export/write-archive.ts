import {
  ARCHIVE_SCHEMA,
  type ArchivedImage,
  type ArchivedProfile,
  type ArchivedSettings,
  archivedProfile,
} from '../../../contract/archive-format.ts'
import type { ImageKind } from '../../images/decoding/decode-image.ts'
import { type Html, html } from '../../platform/html.ts'
import { isoTimestamp, utcMinute } from '../../platform/timestamps.ts'
import * as content from '../content-queries.ts'
import { pageOf } from './archive-page.ts'
import {
  commentList,
  conversationList,
  friendList,
  type List,
  messageList,
  notificationList,
  postList,
  presentArchivedImage,
  type Source,
  signInList,
} from './lists.ts'
import type { AddFile } from './zip.ts'

// What is in an archive: its pages, its pictures, and the same as data
// (`contract/archive-format.ts`).

const ENTRIES_ON_PAGE = 200
/** What is read of a picture at a time. */
const CHUNK_BYTES = 64 * 1024

interface Chapter {
  title: string
  count: number
  pages: { path: string; label: string; count: number }[]
}

/** Adds all of it, a little at a time. Nothing where the member is there no longer. */
export async function writeArchive(
  source: Source,
  from: ArchivedProfile['from'],
  add: AddFile,
): Promise<void> {
  const { services, memberId, read } = source
  // One for all pictures: garbage of that size stays long outside of the heap.
  const held = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  const addImage = imageAdder(services, held, add)
  const owner = await read(() => content.findOwner(services.db, memberId))
  if (!owner) return
  const posts = postList(source)
  const postChapter = await writeWithImages(posts, add, addImage)
  const comments = await writeList(commentList(source), add)
  const messages = await writeWithImages(messageList(source), add, addImage)
  const chapters = [
    ...[postChapter, comments, messages],
    await writeList(conversationList(source), add),
    await writeList(friendList(source), add),
    await writeList(notificationList(source), add),
    await writeList(signInList(source), add),
  ]
  const photo = photoOf(owner)
  if (photo) await addImage('photo', photo)
  const profile = archivedProfile.parse({
    ...{ schema: ARCHIVE_SCHEMA, from, madeAt: isoTimestamp(source.now), photo },
    ...{ username: owner.username, email: owner.email, memberNumber: owner.user_number },
    ...{
      joinedAt: isoTimestamp(owner.created_at),
      aboutMe: owner.about_me,
      pet: owner.pet_preference,
    },
    music: owner.currently_vibing_to,
    musicLink: owner.currently_vibing_to_spotify,
    isPrivate: owner.is_private === 1,
    counts: {
      posts: postChapter.count,
      images: postChapter.images + messages.images,
      comments: comments.count,
      messages: messages.count,
    },
  })
  const { appeal, ...lists } = await read(() => content.ownSettings(services.db, memberId))
  const settings: ArchivedSettings = {
    ...{ schema: ARCHIVE_SCHEMA, isPrivate: profile.isPrivate, ...lists },
    messagePolicy: owner.message_policy,
    quietNumbers: owner.quiet_numbers === null ? null : owner.quiet_numbers === 1,
    appeal: appeal
      ? { text: appeal.text, createdAt: isoTimestamp(appeal.created_at), answer: appeal.answer }
      : null,
  }
  await add('data/profile.json', JSON.stringify(profile, null, 2))
  await add('data/settings.json', JSON.stringify(settings, null, 2))
  await add('README.txt', readme(profile))
  await add('index.html', firstPage(profile, settings, chapters))
}

async function writeWithImages<Item extends { images: ArchivedImage[] }>(
  list: List<Item>,
  add: AddFile,
  addImage: ReturnType<typeof imageAdder>,
) {
  let images = 0
  const chapter = await writeList(list, add, async (item) => {
    for (const image of item.images) {
      images++
      await addImage('post', image)
    }
  })
  return { ...chapter, images }
}

/** The data of a list, and its pages; `each` sees every line once, in order. */
async function writeList<Item>(
  list: List<Item>,
  add: AddFile,
  each: (item: Item) => Promise<void> = async () => {},
): Promise<Chapter> {
  const { name, title, entry, pageKey = () => '' } = list
  await add(`data/${name}.json`, jsonOf(list))
  const chapter: Chapter = { title, count: 0, pages: [] }
  let page: { key: string; number: number; entries: Html[] } | undefined
  const addPage = async () => {
    if (!page) return
    const label = nameOfPage(page.key, page.number)
    const path = `${name}/${label}.html`
    chapter.pages.push({ path, label, count: page.entries.length })
    await add(path, pageOf(`${title}, ${label}`, 1, html`${page.entries}`))
  }
  for await (const items of list.batches())
    for (const item of items) {
      const key = pageKey(item)
      if (!page || page.key !== key || page.entries.length === ENTRIES_ON_PAGE) {
        await addPage()
        page = { key, number: page?.key === key ? page.number + 1 : 1, entries: [] }
      }
      page.entries.push(entry(item))
      chapter.count++
      await each(item)
    }
  await addPage()
  return chapter
}

function nameOfPage(key: string, number: number): string {
  if (key === '') return String(number)
  return number === 1 ? key : `${key}-${number}`
}

async function* jsonOf<Item>({ name, batches }: List<Item>) {
  yield `{"schema":${ARCHIVE_SCHEMA},"${name}":[`
  let separator = '\n'
  for await (const items of batches()) {
    for (const item of items) {
      yield separator + JSON.stringify(item)
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}

type Owner = NonNullable<Awaited<ReturnType<typeof content.findOwner>>>

function photoOf({ photo_image_id: id, width, height, username }: Owner): ArchivedImage | null {
  if (id === null || width === null || height === null) return null
  return presentArchivedImage({ id, width, height, alt: username })
}

/** One whose file is missing on the server is missing here. */
function imageAdder({ images }: Source['services'], held: Buffer, add: AddFile) {
  return async (kind: ImageKind, { file, width }: ArchivedImage) => {
    const id = file.slice('pictures/'.length, -'.webp'.length)
    await images.readInto({ kind, id, width }, held, (chunks) =>
      add(file, chunks, { isSmall: true }),
    )
  }
}

const WRITERS: Record<NonNullable<ArchivedSettings['messagePolicy']>, string> = {
  knock: 'friends, and people of my spaces may knock',
  friends: 'friends only',
  nobody: 'nobody new',
}

function firstPage(profile: ArchivedProfile, settings: ArchivedSettings, chapters: Chapter[]) {
  const { from, username, photo } = profile
  const facts: [string, string][] = [
    ['Name', username],
    ['Email', profile.email],
    ['Member since', utcMinute(profile.joinedAt)],
    ['About me', profile.aboutMe],
    ['Pet', profile.pet],
    ['Listening to', [profile.music, profile.musicLink].filter(Boolean).join(' ')],
    ['Profile', profile.isPrivate ? 'for friends' : 'for everybody here'],
    ['Codes at sign-in', settings.asksForCode ? 'on' : 'off'],
    ['Who can write to me', settings.messagePolicy ? WRITERS[settings.messagePolicy] : ''],
    ['Quiet numbers', settings.quietNumbers ? 'on' : 'off'],
    ['Blocked', settings.blocked.join(', ')],
    ['Muted', settings.muted.join(', ')],
    ['What I wrote about my suspension', settings.appeal?.text ?? ''],
    ['The answer', settings.appeal?.answer ?? ''],
  ]
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)
  return pageOf(
    `${username} on ${from.name}`,
    0,
    html`<p>Made on ${utcMinute(profile.madeAt)} from ${from.url}. All of it is in this folder: it needs no network.</p>
${photo ? html`<img src="${photo.file}" width="192" height="192" alt="">` : ''}
<dl>${rows}</dl>
${chapters.filter(({ count }) => count > 0).map(chapterLinks)}`,
  )
}

function chapterLinks({ title, count, pages }: Chapter): Html {
  const links = pages.map(
    ({ path, label, count: here }) => html`<a href="${path}">${label} (${here})</a>`,
  )
  return html`<h2>${title} (${count})</h2>
<nav>${links}</nav>`
}

function readme({ username, from, madeAt }: ArchivedProfile): string {
  return `What ${username} made on ${from.name} (${from.url}), as of ${utcMinute(madeAt)}.

Unpack it and open index.html in a browser. It needs no network.

pictures/  the pictures, as they are kept on the server
data/      the same for programs, as JSON: "schema" says in which form.
`
}
