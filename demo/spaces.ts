import type { SpaceVibe } from '../contract/spaces.ts'

// The rooms of the sample community, and what is said in them.

export interface DemoSpace {
  name: string
  by: string
  /** How many days ago it was opened. */
  day: number
  description: string
  vibe: SpaceVibe
  tags: string[]
  isPrivate?: boolean
  maxMembers?: number
  palette: { primary: string; secondary: string; accent: string; background: string; text: string }
  /** In a private space they asked and were let in. */
  members: string[]
  /** Who waits to be let in, and what they wrote. */
  waiting?: [by: string, message: string][]
  /** Days ago and time as for posts; then who, what, and who gave which emoji. */
  chat: [day: number, at: string, by: string, text: string, given?: Record<string, string[]>][]
}

export const SPACES: DemoSpace[] = [
  {
    name: 'The Kitchen Table',
    by: 'Mateo',
    day: 29,
    description: 'What are you cooking, and did it work? Failures especially welcome.',
    vibe: 'social',
    tags: ['food', 'bread', 'soup'],
    palette: {
      primary: '#c2410c',
      secondary: '#f59e0b',
      accent: '#be123c',
      background: '#fff7ed',
      text: '#431407',
    },
    members: ['Maya', 'Tomas', 'Jonas', 'Amara', 'Felix', 'Hana'],
    chat: [
      [20, '18:00', 'Mateo', 'Sit anywhere. What is everybody having?'],
      [
        20,
        '18:04',
        'Maya',
        'Toast. It was going to be more than toast.',
        { '🍞': ['Tomas', 'Jonas'] },
      ],
      [20, '18:06', 'Tomas', 'Toast is bread twice. Respect.', { '❤️': ['Maya', 'Mateo'] }],
      [12, '19:30', 'Jonas', 'Is it normal for lentils to climb out of the pot?'],
      [12, '19:31', 'Mateo', 'Only if you turned your back on them.'],
      [5, '20:00', 'Felix', 'My dough looks at me. Is that good?'],
      [
        5,
        '20:03',
        'Tomas',
        'If it blinks, it has had enough. Into the oven.',
        { '😄': ['Felix', 'Amara', 'Maya'] },
      ],
      [
        1,
        '12:15',
        'Amara',
        'Second-hand cookbook of the week: 1962, forty recipes, thirty-eight with aspic.',
      ],
      [1, '12:17', 'Hana', 'And the other two?'],
      [
        1,
        '12:18',
        'Amara',
        'Also aspic, but it does not say so.',
        { '😱': ['Hana', 'Mateo'], '🫠': ['Maya'] },
      ],
      [
        0,
        '60',
        'Mateo',
        'Soup tonight. There is a chair for everybody who reads this.',
        { '🥄': ['Jonas', 'Amara'] },
      ],
    ],
  },
  {
    name: 'Slow Mornings',
    by: 'Ingrid',
    day: 27,
    description: 'For early people: the lake, the birds, the first bus, the light.',
    vibe: 'serene',
    tags: ['morning', 'birds', 'swimming'],
    palette: {
      primary: '#0e7490',
      secondary: '#7dd3fc',
      accent: '#0f766e',
      background: '#ecfeff',
      text: '#083344',
    },
    members: ['Wren', 'Tomas', 'Priya', 'Felix'],
    chat: [
      [
        14,
        '06:40',
        'Ingrid',
        'Eight degrees, no wind. Somebody has left a thermos on the jetty. Thank you, somebody.',
      ],
      [
        14,
        '06:52',
        'Wren',
        'It was me. There was a kingfisher and I owed the world something.',
        { '☕': ['Ingrid', 'Priya'] },
      ],
      [9, '05:30', 'Tomas', 'My evening, your morning. The ovens say hello.'],
      [2, '07:15', 'Felix', 'What is the one that sounds like a squeaky gate?'],
      [2, '07:16', 'Wren', 'A greenfinch. Or a squeaky gate.', { '😄': ['Felix', 'Ingrid'] }],
      [
        0,
        '50',
        'Ingrid',
        'He swam! All the way to the buoy and back, like a seal with ears.',
        { '🐕': ['Wren', 'Priya', 'Felix'] },
      ],
    ],
  },
  {
    name: 'Balcony Observatory',
    by: 'Noor',
    day: 25,
    description: 'Looking up together. No equipment needed, only a bit of dark.',
    vibe: 'reflective',
    tags: ['stars', 'night', 'quiet'],
    palette: {
      primary: '#a78bfa',
      secondary: '#38bdf8',
      accent: '#fbbf24',
      background: '#0f172a',
      text: '#e2e8f0',
    },
    members: ['Kofi', 'Hana', 'Maya', 'Leila'],
    chat: [
      [
        13,
        '22:00',
        'Noor',
        'Moon rises at eleven tonight, two days after full. It will look like a peach somebody sat on.',
      ],
      [13, '22:09', 'Hana', 'Drawing that. In a coat.', { '🌙': ['Noor', 'Maya', 'Leila'] }],
      [
        2,
        '22:40',
        'Kofi',
        'I counted four moons of Jupiter. I am told there are ninety-five. The rest is homework.',
      ],
      [2, '22:44', 'Maya', 'Impossible. There is a proof.', { '😄': ['Kofi', 'Noor'] }],
      [
        1,
        '21:30',
        'Leila',
        'Cloud here. I am looking at the cloud. It is a good one.',
        { '☁️': ['Noor', 'Maya'] },
      ],
    ],
  },
  {
    name: 'Paper and Ink',
    by: 'Leila',
    day: 21,
    description: 'Letters, printing, drawing, pens that leak. We share work in progress.',
    vibe: 'creative',
    tags: ['drawing', 'letters', 'print'],
    isPrivate: true,
    maxMembers: 12,
    palette: {
      primary: '#9d174d',
      secondary: '#6d28d9',
      accent: '#db2777',
      background: '#fdf2f8',
      text: '#3b0764',
    },
    members: ['Hana', 'Maya', 'Priya'],
    waiting: [
      ['Amara', 'I have a fountain pen and no shame. May I come in?'],
      ['Kofi', 'I draw very small crowns on envelopes.'],
    ],
    chat: [
      [17, '19:00', 'Leila', 'Welcome. Rule one: nobody says "it is only a sketch".'],
      [17, '19:05', 'Hana', 'It is only a… badger.', { '🦡': ['Leila', 'Maya'] }],
      [
        5,
        '17:40',
        'Leila',
        'The tin of e. From the ceiling. I will never understand this building.',
        { '😱': ['Hana', 'Priya', 'Maya'] },
      ],
      [1, '16:00', 'Hana', 'Party cards: cream paper or the rough grey?'],
      [1, '16:03', 'Priya', 'Rough grey. It looks like bark.'],
      [
        1,
        '16:04',
        'Maya',
        'Rough grey, with the badger in orange!',
        { '🧡': ['Hana', 'Leila', 'Priya'] },
      ],
    ],
  },
  {
    name: 'The Workshop',
    by: 'Jonas',
    day: 19,
    description: 'Mending things instead of buying them. Bring what squeaks.',
    vibe: 'focused',
    tags: ['repair', 'bicycles', 'wood'],
    palette: {
      primary: '#3f6212',
      secondary: '#a16207',
      accent: '#b45309',
      background: '#f7fee7',
      text: '#1a2e05',
    },
    members: ['Oskar', 'Maya', 'Kofi', 'Mateo'],
    chat: [
      [16, '10:00', 'Jonas', 'Saturday, ten o’clock, kettle on. What is broken?'],
      [16, '10:12', 'Maya', 'A lamp, a drawer, and my faith in the drawer.'],
      [
        16,
        '10:20',
        'Oskar',
        'Drawers are wax and patience. Bring it.',
        { '🔧': ['Maya', 'Jonas'] },
      ],
      [
        7,
        '09:30',
        'Kofi',
        'The classroom clock runs eleven minutes fast. The children are against repairing it.',
      ],
      [7, '09:34', 'Mateo', 'So am I.', { '😄': ['Kofi', 'Jonas'] }],
      [
        0,
        '300',
        'Jonas',
        'Whoever brought the trombone: it needs a drop of oil and so does my heart.',
        { '🎺': ['Mateo', 'Maya', 'Kofi'] },
      ],
    ],
  },
  {
    name: 'Green Thumbs',
    by: 'Priya',
    day: 12,
    description: 'Seedlings, cuttings, and the ones we lost. Swap day on the first Sunday.',
    vibe: 'chill',
    tags: ['plants', 'garden', 'balcony'],
    palette: {
      primary: '#15803d',
      secondary: '#84cc16',
      accent: '#ea580c',
      background: '#f0fdf4',
      text: '#14532d',
    },
    members: ['Noor', 'Amara', 'Wren', 'Maya'],
    chat: [
      [11, '09:00', 'Priya', 'Introduce yourself with your oldest plant.'],
      [
        11,
        '09:15',
        'Maya',
        'A rubber plant called Gus. He has moved house four times and judged every one.',
        { '🪴': ['Priya', 'Noor', 'Amara'] },
      ],
      [10, '08:10', 'Priya', 'It was meant to be a cucumber.', { '🧡': ['Maya', 'Wren', 'Noor'] }],
      [4, '19:00', 'Amara', 'Mine has a name now: Six. For the missing staircase.'],
      [
        4,
        '19:02',
        'Noor',
        'Mine is called Telescope, because it stretches.',
        { '😄': ['Priya', 'Amara'] },
      ],
    ],
  },
]
