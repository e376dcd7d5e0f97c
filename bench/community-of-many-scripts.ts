import { type Elsewhere, joinElsewhere, makeFriends } from '../tests/journeys/members.ts'
import type { JourneyServer } from '../tests/journeys/server.ts'
import { form } from '../tests/test-images.ts'

// What people of many languages say: right to left and both ways in one line, without spaces
// between words, with marks above and below the letters, with emoji of several characters, and too
// long.

const NAMES = ['Wilhelmina_von_Wood', 'mmmmmmmmmmmmmmmmmmm', 'Bob', 'Ines', 'Tariq', 'Mei', 'Asha']

const POSTS = [
  'مساء الخير! اليوم خبزت الخبز مع جدتي، وكانت الرائحة في كل البيت. من يريد قطعة؟',
  'שלום לכולם! נפגשים ב־19:00 ב"Garden Café" (ליד הנהר) — תביאו weather app 🌧️',
  '今天下午去了图书馆,借了三本书。外面一直在下雨,所以我坐在窗边喝茶,看着街上的人慢慢走过,觉得很安静。',
  '昨日の夜、屋根の上に猫がいました。「にゃあ」と言って、すぐにいなくなりました。だれの猫でしょうか?',
  'เมื่อวานฝนตกหนักมากน้ำท่วมถนนหน้าบ้านเลยอยู่บ้านทำแกงเขียวหวานกินกับเพื่อนๆที่นี่สนุกมากจริงๆ',
  'आज सुबह बगीचे में पहली बार गुलाब खिला। क्षत्रिय, स्त्री, कृष्ण — लंबी मात्राएँ भी ठीक दिखनी चाहिए।',
  'ယနေ့ညနေ ဈေးကိုသွားပြီး ငါးနှင့် ဟင်းသီးဟင်းရွက်များ ဝယ်ခဲ့သည်။ ကြွေးကြော်သံများ ကြားရသည်။',
  'Z̷͎̈a̴͓͝l̸̗̈g̵͇͐ỏ̶̱ ẩ ṩ Å̧ — Tiếng Việt: Thuở ấy, những buổi chiều ẩm ướt',
  '👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🧑🏿‍🤝‍🧑🏻🇯🇵❤️‍🔥 '.repeat(8),
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
  'https://example.org/a-very-long-address/that-never-ends/and-has-no-spaces/in-it?because=nobody&ever=thought&of=anybody',
]

const COMMENTS = [
  'ما أجمل هذا! 🎉',
  'とてもいいですね。また今度、みんなで一緒に行きましょう。楽しみにしています。',
  'ขอบคุณมากๆค่ะ',
  'So good — I laughed out loud on the bus and now everybody looks at me as if I were the one who spilled.',
]

const SPACES = [
  {
    name: 'مقهى المساء للأصدقاء القدامى والجدد',
    description: 'نشرب الشاي ونحكي. All are welcome هنا.',
  },
  {
    name: '雨の日の読書会',
    description: '雨の日に本を読んで、静かに話すところです。お茶も出ます。',
    vibe: 'serene',
  },
  { name: 'สวนครัวหลังบ้านของเรา', description: 'ปลูกผักด้วยกันทุกวันอาทิตย์', vibe: 'playful' },
  { name: 'बगीचे की बातें', description: 'फूल, पत्ते और धूप।', vibe: 'creative' },
  {
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützen',
    description: 'W'.repeat(200),
    vibe: 'energetic',
  },
]

interface FilledCommunity {
  postId: string
  spaceId: string
  conversationId: string
  memberId: string
}

/** People who are `host`'s friends, or ask to be, and all that they say. */
export async function fillWithScripts(
  server: JourneyServer,
  host: Elsewhere,
): Promise<FilledCommunity> {
  const people = await Promise.all(
    NAMES.map((username) =>
      joinElsewhere(server, {
        username,
        email: `${username.toLowerCase()}@example.org`,
        password: 'Tea-and-Toast-4!',
      }),
    ),
  )
  const [first, ...rest] = people
  if (!first) throw new Error('Nobody came.')
  for (const friend of people.slice(0, 5)) await makeFriends(host, friend)
  for (const asking of people.slice(5))
    await asking.call('POST', `/users/friend-request/${host.id}`)
  await introduce(people)
  await writeAll(people)
  const postId = await discussed(host, people)
  const spaceId = await talkedIn(host, rest)
  const conversationId = await written(host, first)
  return { postId, spaceId, conversationId, memberId: first.id }
}

async function introduce(people: readonly Elsewhere[]) {
  for (const [index, person] of people.entries())
    await person.call(
      'PUT',
      '/users/profile',
      form({
        aboutMe: POSTS[index] ?? '',
        petPreference: index % 2 === 0 ? 'cat' : '',
        currentlyVibingTo:
          'أم كلثوم — ألف ليلة وليلة, over and over and over, until the kettle sings along',
        currentlyVibingToSpotify: '',
      }),
    )
}

async function writeAll(people: readonly Elsewhere[]) {
  for (const [index, text] of POSTS.entries())
    await people[index % 5]?.call('POST', '/posts', form({ text }))
}

async function discussed(host: Elsewhere, people: readonly Elsewhere[]): Promise<string> {
  const { post } = (await host.call('POST', '/posts', form({ text: POSTS[1] ?? '' }))) as {
    post: { _id: string }
  }
  for (const [index, text] of COMMENTS.entries())
    await people[index]?.call('POST', `/posts/${post._id}/comments`, { text })
  await people[0]?.call('POST', `/posts/${post._id}/vibes`, { emoji: '👨‍👩‍👧‍👦' })
  await people[1]?.call('POST', `/posts/${post._id}/vibes`, { emoji: '❤️' })
  return post._id
}

async function talkedIn(host: Elsewhere, people: readonly Elsewhere[]): Promise<string> {
  const made: string[] = []
  for (const space of SPACES) {
    const { _id } = (await host.call('POST', '/spaces', space)) as { _id: string }
    made.push(_id)
  }
  const [room = ''] = made
  for (const person of people) await person.call('POST', `/spaces/${room}/join`)
  for (const [index, content] of [...POSTS, ...COMMENTS].entries())
    await people[index % people.length]?.call('POST', `/spaces/${room}/messages`, { content })
  await host.call('POST', `/spaces/${room}/messages`, { content: POSTS[0] })
  return room
}

async function written(host: Elsewhere, friend: Elsewhere): Promise<string> {
  const conversation = (await host.call('POST', '/conversations', { userIds: [friend.id] })) as {
    _id: string
  }
  for (const content of POSTS.slice(0, 6))
    await friend.call('POST', `/spaces/${conversation._id}/messages`, { content })
  return conversation._id
}
