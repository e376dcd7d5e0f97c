import { describe, expect, it } from 'vitest'
import { DEFAULT_PALETTE, MESSAGES } from '../../../contract/spaces.ts'
import {
  parseSpace,
  type SpaceFormValues,
  shownPalette,
  tagsOf,
  valuesOf,
} from './space-form-values.ts'

const named = { ...valuesOf(undefined), name: ' The den ', description: 'For us.' }

describe('a new space', () => {
  it('has the defaults of the specification', () => {
    expect(dataOf(named)).toEqual({
      name: 'The den',
      description: 'For us.',
      colorPalette: DEFAULT_PALETTE,
      sound: { url: '', name: '', volume: 0.5 },
      pinnedArt: { url: '', title: '', artist: '' },
      isPrivate: false,
      maxMembers: 50,
      tags: [],
      vibe: 'chill',
    })
  })

  it('says what is wrong, each at its field', () => {
    const errors = errorsOf({
      ...named,
      name: ' ',
      description: 'x'.repeat(201),
      colors: { ...DEFAULT_PALETTE, accent: 'pink' },
      soundUrl: 'http://radio.example.org',
      artUrl: 'not an address',
      maxMembers: '',
      tags: `fine, ${'x'.repeat(31)}`,
    })
    expect(errors).toEqual({
      name: MESSAGES.nameMissing,
      description: MESSAGES.descriptionLong,
      'colorPalette.accent': MESSAGES.colorInvalid,
      'sound.url': MESSAGES.urlInvalid,
      'pinnedArt.url': MESSAGES.urlInvalid,
      maxMembers: MESSAGES.membersInvalid,
      tags: MESSAGES.tagLong,
    })
  })

  it.each(['0', '101', '2.5', 'many', ''])('has no room for %j members', (maxMembers) => {
    expect(errorsOf({ ...named, maxMembers })).toEqual({
      maxMembers: MESSAGES.membersInvalid,
    })
  })

  it.each(['1', '100'])('has room for %s', (maxMembers) => {
    expect(dataOf({ ...named, maxMembers })?.maxMembers).toBe(Number(maxMembers))
  })
})

describe('tags', () => {
  it('are trimmed, empties dropped, each once', () => {
    expect(tagsOf(' tea, , books ,tea,,')).toEqual(['tea', 'books'])
  })
})

describe('the colours shown', () => {
  it('leave out one that is still being typed', () => {
    const shown = shownPalette({ ...DEFAULT_PALETTE, text: '#12', accent: '#abcdef' })
    expect(shown).toEqual({ ...DEFAULT_PALETTE, accent: '#abcdef' })
  })
})

function dataOf(values: SpaceFormValues) {
  const parsed = parseSpace(values)
  return 'data' in parsed ? parsed.data : undefined
}

function errorsOf(values: SpaceFormValues) {
  const parsed = parseSpace(values)
  return 'errors' in parsed ? parsed.errors : undefined
}
