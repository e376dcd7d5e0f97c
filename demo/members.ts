import type { Portrait } from './drawings.ts'

// The people of the sample community. None of them is real.

export interface DemoMember {
  name: string
  /** How many days ago they registered. */
  joined: number
  aboutMe: string
  pet: 'dog' | 'cat' | ''
  vibingTo: string
  isPrivate?: boolean
  portrait: Portrait
}

/** The first runs the place; who opens the demo signs in as her. */
export const CAST: DemoMember[] = [
  {
    name: 'Maya',
    joined: 44,
    aboutMe:
      'I keep this place running from a cupboard under the stairs. Baker of lopsided bread, reader of maps, bad at goodbyes.',
    pet: 'cat',
    vibingTo: 'A kettle, a record player, and rain on the skylight',
    portrait: {
      background: '#f2b880',
      skin: '#e8b894',
      hair: '#3b2a26',
      shirt: '#2f6f73',
      style: 'bun',
    },
  },
  {
    name: 'Jonas',
    joined: 43,
    aboutMe: 'Mends bicycles by day and arguments by evening. Ask me about the tandem.',
    pet: 'dog',
    vibingTo: 'Slow brass bands, loud enough to annoy the neighbours',
    portrait: {
      background: '#9cc5a1',
      skin: '#edc3a2',
      hair: '#8a5a2b',
      shirt: '#c8553d',
      style: 'short',
    },
  },
  {
    name: 'Priya',
    joined: 42,
    aboutMe: 'Botanist with muddy shoes. I name my seedlings and apologise to the weeds.',
    pet: 'cat',
    vibingTo: 'The greenhouse fan in F sharp',
    portrait: {
      background: '#cdb4db',
      skin: '#a9714b',
      hair: '#1f1a17',
      shirt: '#588157',
      style: 'long',
    },
  },
  {
    name: 'Tomas',
    joined: 41,
    aboutMe: 'Night baker. If my light is on at four, that is work, not worry.',
    pet: '',
    vibingTo: 'Old radio plays while the dough rests',
    portrait: {
      background: '#ffd6a5',
      skin: '#f0c8a8',
      hair: '#6b4226',
      shirt: '#f4f1de',
      style: 'short',
    },
  },
  {
    name: 'Leila',
    joined: 39,
    aboutMe: 'Letterpress, ink on everything. I write to my grandmother every Sunday.',
    pet: 'cat',
    vibingTo: 'Piano pieces short enough for one cup of tea',
    isPrivate: true,
    portrait: {
      background: '#e5989b',
      skin: '#c68c5f',
      hair: '#2b2d42',
      shirt: '#6d6875',
      style: 'long',
    },
  },
  {
    name: 'Ingrid',
    joined: 38,
    aboutMe: 'Retired ferry captain. Swims in the lake in every month that has a name.',
    pet: 'dog',
    vibingTo: 'Sea shanties, all of them, at the wrong speed',
    portrait: {
      background: '#a9d6e5',
      skin: '#f2cfb4',
      hair: '#d9d9d9',
      shirt: '#1d3557',
      style: 'round',
    },
  },
  {
    name: 'Kofi',
    joined: 36,
    aboutMe: 'Teaches maths to eleven-year-olds, learns patience from them. Chess by post.',
    pet: '',
    vibingTo: 'Highlife on the morning bus',
    portrait: {
      background: '#ffe066',
      skin: '#6f4529',
      hair: '#171717',
      shirt: '#247ba0',
      style: 'short',
    },
  },
  {
    name: 'Noor',
    joined: 33,
    aboutMe: 'Stargazer on a fourth-floor balcony. The street lamp and I have an agreement.',
    pet: 'cat',
    vibingTo: 'One long note from a space documentary',
    portrait: {
      background: '#264653',
      skin: '#b57f55',
      hair: '#0b090a',
      shirt: '#e9c46a',
      style: 'round',
    },
  },
  {
    name: 'Mateo',
    joined: 30,
    aboutMe: 'Cooks for twelve, lives with one. Leftovers are a love language.',
    pet: 'dog',
    vibingTo: 'Whatever the onions are doing in the pan',
    portrait: {
      background: '#f4a261',
      skin: '#cf9a6c',
      hair: '#402218',
      shirt: '#e76f51',
      style: 'short',
    },
  },
  {
    name: 'Hana',
    joined: 27,
    aboutMe: 'Illustrator of small animals in large coats. Currently: a badger with a briefcase.',
    pet: 'cat',
    vibingTo: 'Lo-fi crackle and a very patient clarinet',
    portrait: {
      background: '#bde0fe',
      skin: '#f0cba6',
      hair: '#2d1e2f',
      shirt: '#ff8fab',
      style: 'round',
    },
  },
  {
    name: 'Oskar',
    joined: 22,
    aboutMe: 'Woodwork, mostly spoons. I measure twice and still cut it too short.',
    pet: '',
    vibingTo: 'The planer, and then blessed silence',
    isPrivate: true,
    portrait: {
      background: '#ddb892',
      skin: '#eac0a0',
      hair: '#b08968',
      shirt: '#386641',
      style: 'short',
    },
  },
  {
    name: 'Wren',
    joined: 17,
    aboutMe: 'Birds before breakfast. I can tell you who is singing; I cannot tell you the time.',
    pet: '',
    vibingTo: 'The dawn chorus, live, free entry',
    portrait: {
      background: '#d8e2dc',
      skin: '#efc6a6',
      hair: '#7f5539',
      shirt: '#457b9d',
      style: 'bun',
    },
  },
  {
    name: 'Amara',
    joined: 11,
    aboutMe: 'New in town. I collect staircases, second-hand cookbooks and people who wave.',
    pet: 'dog',
    vibingTo: 'Everything my upstairs neighbour practises on the cello',
    portrait: {
      background: '#ffcad4',
      skin: '#7a4b2d',
      hair: '#1b1b1e',
      shirt: '#9d4edd',
      style: 'long',
    },
  },
  {
    name: 'Felix',
    joined: 6,
    aboutMe: 'Came for the bread recipe, stayed for the company.',
    pet: 'cat',
    vibingTo: 'Birdsong, since Wren told me what I was hearing',
    portrait: {
      background: '#caffbf',
      skin: '#e6b48e',
      hair: '#5c4033',
      shirt: '#3d405b',
      style: 'short',
    },
  },
]

/** Who is a friend of whom, each pair once. */
export const FRIENDS: Record<string, string[]> = {
  Maya: ['Jonas', 'Priya', 'Tomas', 'Leila', 'Ingrid', 'Kofi', 'Noor', 'Mateo', 'Hana'],
  Jonas: ['Priya', 'Tomas', 'Kofi', 'Mateo', 'Ingrid'],
  Priya: ['Leila', 'Noor', 'Wren', 'Hana'],
  Tomas: ['Mateo', 'Leila', 'Oskar'],
  Leila: ['Hana', 'Noor'],
  Ingrid: ['Wren', 'Oskar', 'Kofi'],
  Kofi: ['Noor', 'Amara'],
  Noor: ['Hana'],
  Mateo: ['Amara', 'Hana'],
  Hana: ['Wren'],
  Oskar: ['Wren'],
}

/** Requests nobody has answered yet: who asks, and whom. */
export const ASKING: [string, string][] = [
  ['Wren', 'Maya'],
  ['Felix', 'Maya'],
  ['Maya', 'Oskar'],
  ['Amara', 'Jonas'],
  ['Felix', 'Tomas'],
]

export const SQUADS: Record<string, string[]> = {
  Maya: ['Priya', 'Jonas', 'Tomas', 'Noor', 'Ingrid', 'Hana'],
  Jonas: ['Maya', 'Kofi', 'Mateo'],
  Priya: ['Maya', 'Wren', 'Noor'],
  Tomas: ['Maya', 'Mateo'],
  Ingrid: ['Wren', 'Maya', 'Oskar'],
  Hana: ['Leila', 'Mateo', 'Wren'],
  Noor: ['Maya', 'Kofi'],
}
