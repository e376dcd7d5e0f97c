import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as accounts from './accounts.ts'
import * as comments from './comments.ts'
import { DAY_MS } from './durations.ts'
import { ASK_AGAIN_AFTER_MS, joinRequestBody } from './join-requests.ts'
import * as notifications from './notifications.ts'
import * as posts from './posts.ts'
import * as profile from './profile.ts'
import { QUICK_EMOJIS, REACTIONS_SHOWN_MAX } from './reactions.ts'
import { MESSAGES_PAGE_SIZE } from './space-messages.ts'
import * as spaces from './spaces.ts'
import { THEME_CHECK_EVERY_MS } from './theme.ts'

// The specification's numbers, at both edges. Other tests ask for them by their names in the
// contract, or for what is far beyond: they would not notice another number.

const SPACE = { name: 'Tea', description: 'All about tea' }
const { passwordAtRegister, resetBody, username, MESSAGES: ACCOUNTS } = accounts
const { profileFields, squadBody, MESSAGES: PROFILE } = profile
const { spaceBody, MESSAGES: SPACES } = spaces

const long = (length: number) => '🫖'.repeat(length)
const reset = (password: string) => ({ password })
const squad = (size: number) => ({ squad: Array.from({ length: size }, (_, n) => `${n + 1}`) })
const space = (given: object) => ({ ...SPACE, ...given })
const request = (message: string) => ({ spaceId: '1', message })

type Edge = [schema: z.ZodType, allowed: unknown, refused: unknown, sentence: string]

const EDGES: Record<string, Edge> = {
  'a short username': [username, 'abc', 'ab', ACCOUNTS.usernameShort],
  'a long username': [username, 'a'.repeat(19), 'a'.repeat(20), ACCOUNTS.usernameLong],
  'what a username is made of': [username, 'Ada_1', 'Ada-1', ACCOUNTS.usernameCharacters],
  'a password': [passwordAtRegister, 'Abcde12!', 'Abcd12!', ACCOUNTS.passwordShort],
  'a password at reset': [
    resetBody,
    reset('abcdef'),
    reset('abcde'),
    ACCOUNTS.passwordShortAtReset,
  ],
  'About Me': [profileFields, { aboutMe: long(500) }, { aboutMe: long(501) }, PROFILE.aboutMeLong],
  'Currently Vibing To': [
    profileFields,
    { currentlyVibingTo: long(100) },
    { currentlyVibingTo: long(101) },
    PROFILE.vibingToLong,
  ],
  'a squad': [squadBody, squad(6), squad(7), PROFILE.squadFull],
  'a name of a space': [
    spaceBody,
    space({ name: long(50) }),
    space({ name: long(51) }),
    SPACES.nameLong,
  ],
  'a description of a space': [
    spaceBody,
    space({ description: long(200) }),
    space({ description: long(201) }),
    SPACES.descriptionLong,
  ],
  'few members of a space': [
    spaceBody,
    space({ maxMembers: 1 }),
    space({ maxMembers: 0 }),
    SPACES.membersInvalid,
  ],
  'many members of a space': [
    spaceBody,
    space({ maxMembers: 100 }),
    space({ maxMembers: 101 }),
    SPACES.membersInvalid,
  ],
  'a message with a join request': [
    joinRequestBody,
    request(long(200)),
    request(long(201)),
    SPACES.joinMessageLong,
  ],
}

describe('the last that is allowed, and the first that is not, of', () => {
  it.each(Object.entries(EDGES))('%s', (_, [schema, allowed, refused, sentence]) => {
    expect(schema.safeParse(allowed).error).toBeUndefined()
    const issues = schema.safeParse(refused).error?.issues
    expect(issues?.map(({ message }) => message)).toEqual([sentence])
  })
})

it.each(Array.from('@$!%*?&'))('a password is special by %s', (mark) => {
  expect(passwordAtRegister.safeParse(`Abcdef12${mark}`).success).toBe(true)
  expect(passwordAtRegister.safeParse('Abcdef12#').success).toBe(false)
})

it('an early member has the badge of the first 100, 1,000 or 10,000, and nobody after', () => {
  const labels = [1, 100, 101, 1_000, 1_001, 10_000, 10_001].map(
    (userNumber) => profile.badgeOf(userNumber)?.label,
  )
  expect(labels).toEqual([
    ...['First 100', 'First 100', 'First 1000', 'First 1000'],
    ...['First 10000', 'First 10000', undefined],
  ])
})

it('a space of which only the name and what it is about are said has the rest of the defaults', () => {
  expect(spaceBody.parse(SPACE)).toEqual({
    ...SPACE,
    colorPalette: {
      primary: '#0ea5e9',
      secondary: '#f59e0b',
      accent: '#ec4899',
      background: '#f0f9ff',
      text: '#1e293b',
    },
    sound: { url: '', name: '', volume: 0.5 },
    pinnedArt: { url: '', title: '', artist: '' },
    isPrivate: false,
    maxMembers: 50,
    tags: [],
    vibe: 'chill',
  })
  expect(Object.keys(spaces.VIBES)).toEqual([
    ...['chill', 'energetic', 'creative', 'focused'],
    ...['social', 'reflective', 'playful', 'serene'],
  ])
})

it('what is at hand to react with is a thumb, a heart, a laugh, surprise, a tear and anger', () => {
  expect(QUICK_EMOJIS).toEqual(['👍', '❤️', '😂', '😮', '😢', '😠'])
})

it('pages are as long as specified', () => {
  expect(posts.FEED_PAGE_SIZE).toBe(10)
  expect(comments.COMMENTS_PREFETCHED_POSTS).toBe(3)
  expect(comments.COMMENTS_PAGE_SIZE).toBe(50)
  expect(MESSAGES_PAGE_SIZE).toBe(50)
  expect(spaces.SPACES_PAGE_SIZE).toBe(10)
  expect(REACTIONS_SHOWN_MAX).toBe(100)
})

it('times are as long as specified', () => {
  expect(accounts.LOGIN_ATTEMPTS).toBe(3)
  expect(accounts.LOGIN_RETRY_DELAY_MS).toBe(2_000)
  expect(accounts.LOGIN_TIMEOUT_MS).toBe(10_000)
  expect(accounts.REMEMBER_ME_DAYS).toBe(30)
  expect(accounts.RESET_REDIRECT_DELAY_MS).toBe(2_000)
  expect(posts.POST_REDIRECT_DELAY_MS).toBe(1_500)
  expect(posts.FEED_TIMEOUT_MS).toBe(5_000)
  expect(comments.COMMENTS_TIMEOUT_MS).toBe(3_000)
  expect(notifications.FIRST_POLL_AFTER_MS).toBe(1_000)
  expect(notifications.POLL_EVERY_MS).toBe(30_000)
  expect(THEME_CHECK_EVERY_MS).toBe(60_000)
  expect(ASK_AGAIN_AFTER_MS).toBe(DAY_MS)
})

it('other numbers are as specified', () => {
  expect(accounts.TOKEN_HEADER).toBe('x-auth-token')
  expect(accounts.CAPTCHA_OPERAND_MAX).toBe(10)
  expect(profile.MUSIC_EMBED_HEIGHT).toBe(80)
})
