import type { Scene } from './drawings.ts'

// What the people of the sample community have said.

export interface DemoPost {
  by: string
  /** How many days ago, and when on that day; a post of today is so many minutes old. */
  day: number
  at: string
  text: string
  scene?: Scene
  alt?: string
  comments?: [by: string, text: string][]
}

const post = (by: string, day: number, at: string, text: string, more: Partial<DemoPost> = {}) => ({
  ...{ by, day, at, text },
  ...more,
})

export const POSTS: DemoPost[] = [
  post('Maya', 43, '18:05', 'First light in the new place! Pull up a chair, there is tea.', {
    scene: 'tea',
    alt: 'A steaming cup of tea on a wooden table',
    comments: [
      ['Jonas', 'Chair pulled up. It wobbles. I brought a spanner.'],
      ['Priya', 'Is there a window? I brought a fern.'],
    ],
  }),
  post(
    'Jonas',
    42,
    '08:20',
    'A tandem came in today with one saddle facing backwards. The owners insist it was on purpose. I have never respected two people more.',
  ),
  post(
    'Priya',
    41,
    '07:40',
    'Seedling report: Bernard is up, Agatha is thinking about it, and the one I called Mistake is doing best of all.',
    {
      scene: 'plant',
      alt: 'Three green seedlings in clay pots on a windowsill',
      comments: [
        ['Maya', 'Rooting for Agatha.'],
        ['Jonas', 'Rooting. Very good.'],
      ],
    },
  ),
  post(
    'Tomas',
    40,
    '05:15',
    'Eighty loaves, one of them shaped like a duck by accident. The duck sold first.',
    {
      scene: 'bread',
      alt: 'A round loaf with a crisp brown crust',
      comments: [['Maya', 'I want it known that I was standing in line for that duck.']],
    },
  ),
  post('Maya', 39, '21:10', 'House rule number one: nobody has to be interesting here.'),
  post(
    'Leila',
    38,
    '16:00',
    'Printed two hundred cards with the word "gather" and only noticed after drying that my apron had joined in.',
  ),
  post(
    'Ingrid',
    37,
    '07:05',
    'Water: nine degrees. Swimmer: fifty-six years older than she feels. Dog: refuses, barks encouragement from the jetty.',
    {
      scene: 'lake',
      alt: 'A still lake at sunrise with hills behind it',
      comments: [
        ['Maya', 'The dog is the sensible one.'],
        ['Jonas', 'Nine! I would need a kettle in each hand.'],
        ['Ingrid', 'That is how the locals do it in January.'],
      ],
    },
  ),
  post(
    'Kofi',
    35,
    '15:45',
    'Today somebody in the third row asked whether infinity has a birthday. We spent the rest of the lesson planning the party.',
    {
      comments: [
        ['Ingrid', 'I will bring a cake. A slice each, forever.'],
        ['Maya', 'And nobody is ever the last to arrive.'],
      ],
    },
  ),
  post(
    'Jonas',
    34,
    '19:30',
    'The dog has learned to ring the shop bell. Productivity is down, morale is up.',
  ),
  post(
    'Noor',
    32,
    '22:50',
    'Saturn through a borrowed telescope. It looks exactly like a drawing of Saturn, and I still said "oh" out loud to nobody.',
    {
      scene: 'night',
      alt: 'A night sky full of stars above dark roofs',
      comments: [
        ['Kofi', 'Oh!'],
        ['Priya', 'The right word for it, out loud or not.'],
      ],
    },
  ),
  post('Priya', 31, '18:20', 'Agatha is up. I repeat: Agatha is up.', {
    comments: [
      ['Maya', 'I never doubted her for a moment.'],
      ['Tomas', 'Naming a loaf after her tonight.'],
    ],
  }),
  post(
    'Tomas',
    30,
    '04:40',
    'There is an hour that belongs to bakers, foxes and one taxi driver called Lou. Good morning to all of us.',
  ),
  post(
    'Mateo',
    29,
    '20:15',
    'Made soup for twelve. We are two. If you live within walking distance of a spoon, come by.',
    {
      comments: [
        ['Jonas', 'Walking. Spoon in hand.'],
        ['Tomas', 'Bringing what did not sell. There is a lot of rye in your future.'],
        ['Mateo', 'This is how dinner parties happen.'],
      ],
    },
  ),
  post(
    'Maya',
    28,
    '09:00',
    'Small thing I am proud of: the map of every bench in town is finished. Sixty-one benches. Four of them are very good.',
    {
      scene: 'hills',
      alt: 'Green hills one behind the other under a warm sky',
      comments: [
        ['Ingrid', 'The one by the lock is mine between six and seven.'],
        ['Kofi', 'Please publish your ranking with error bars.'],
      ],
    },
  ),
  post(
    'Kofi',
    27,
    '17:10',
    'Chess by post, move eleven. My opponent has drawn a small crown on the envelope. I am being toyed with.',
  ),
  post(
    'Hana',
    26,
    '13:30',
    'The badger has a briefcase. What is in the briefcase? Wrong answers only.',
    {
      scene: 'badger',
      alt: 'A drawing of a badger in a big coat holding a briefcase',
      comments: [
        ['Maya', 'A smaller badger.'],
        ['Mateo', 'Lunch. And a backup lunch.'],
        ['Noor', 'The moon, on loan.'],
        ['Hana', 'These are all better than my plan.'],
      ],
    },
  ),
  post('Ingrid', 25, '06:55', 'Fog so thick this morning that I greeted a buoy by name.'),
  post(
    'Leila',
    24,
    '19:40',
    'Found a drawer of type from a shop that closed in 1931. Every letter e is missing. I hop thy ar wll.',
    {
      comments: [
        ['Hana', 'Magnificnt.'],
        ['Maya', 'Som on must hav ndd thm.'],
      ],
    },
  ),
  post(
    'Noor',
    23,
    '23:20',
    'The street lamp went out for eleven minutes and gave me the whole Milky Way. Dear electricity company: no complaints.',
  ),
  post(
    'Jonas',
    22,
    '12:00',
    'Lunch on the workshop step. Three people stopped to talk, one left with a fixed bell, two left half of a cake.',
  ),
  post(
    'Oskar',
    21,
    '18:00',
    'Spoon number forty. It is the first one I would call a spoon without being asked.',
    {
      comments: [
        ['Tomas', 'Spoons one to thirty-nine are in my kitchen and they all hold soup.'],
        ['Ingrid', 'Mine is a boat now. It floats beautifully.'],
      ],
    },
  ),
  post(
    'Priya',
    20,
    '08:30',
    'If your plant looks sad, ask three things: is it thirsty, is it drowning, has it seen the sun lately? Works on people as well.',
    {
      scene: 'plant',
      alt: 'A leafy plant in a clay pot in the morning sun',
      comments: [
        ['Kofi', 'Reporting back: it was the sun. For both of us.'],
        ['Leila', 'Printing this.'],
      ],
    },
  ),
  post(
    'Mateo',
    19,
    '21:00',
    'Grandmother on the phone: "How much garlic?" Me: "Four cloves." Silence. "Per person, of course." "Good."',
  ),
  post(
    'Maya',
    18,
    '20:30',
    'Tonight the bread came out level for the first time in my life. I do not know what I did. I may never know again.',
    {
      scene: 'bread',
      alt: 'A loaf of bread, for once perfectly level',
      comments: [
        ['Tomas', 'Write down everything. The weather. Your socks.'],
        ['Maya', 'Blue socks. Drizzle.'],
        ['Tomas', 'The blue socks method. It has a long tradition.'],
      ],
    },
  ),
  post(
    'Kofi',
    17,
    '16:20',
    'A pupil proved that homework is impossible. The proof has one small gap, and I have decided not to find it until Monday.',
  ),
  post(
    'Wren',
    16,
    '06:10',
    'New here, so an introduction: I am the person standing very still by the canal. There is a kingfisher. I am fine.',
    {
      scene: 'lake',
      alt: 'A quiet canal in the early light',
      comments: [
        ['Ingrid', 'I have seen you! I thought you were a heron.'],
        ['Wren', 'That is the nicest thing anybody has said to me.'],
        ['Priya', 'Welcome, heron.'],
      ],
    },
  ),
  post(
    'Hana',
    15,
    '11:15',
    'Sent the badger to the publisher. The publisher asked for the badger to smile. The badger and I are discussing it.',
  ),
  post(
    'Tomas',
    15,
    '05:00',
    'Recipe, because six of you asked: flour, water, salt, time. The last one is the one people leave out.',
    {
      comments: [
        ['Mateo', 'How much time?'],
        ['Tomas', 'Until it is bread.'],
      ],
    },
  ),
  post(
    'Ingrid',
    14,
    '17:45',
    'Took the grandchildren out in the dinghy. One is a captain, one is a pirate, one is seasick and also the admiral.',
  ),
  post(
    'Noor',
    13,
    '21:40',
    'A list of things that were louder than I expected tonight: the fridge, an owl, my own good mood.',
    {
      scene: 'night',
      alt: 'Stars over the rooftops',
      comments: [
        ['Wren', 'Tawny, by the sound of it. The owl, I mean. Although the mood as well.'],
      ],
    },
  ),
  post(
    'Leila',
    13,
    '10:20',
    'Sunday letter written. Grandmother’s answer to the last one arrived the same day, so now we have both asked each other the same question about plums.',
  ),
  post(
    'Jonas',
    12,
    '18:50',
    'Someone left a bicycle outside the shop with a note: "Please make it happy." I have straightened the wheel. It hums now.',
    {
      comments: [
        ['Maya', 'It hums because of you.'],
        ['Kofi', 'What key?'],
        ['Jonas', 'D, going downhill.'],
      ],
    },
  ),
  post(
    'Mateo',
    11,
    '19:20',
    'Burned the rice, saved the evening: the crust is the best part and I will not hear otherwise.',
    {
      comments: [['Hana', 'You will not hear otherwise from me.']],
    },
  ),
  post(
    'Amara',
    10,
    '14:00',
    'Day four in this town. I have found eleven staircases, two cookbooks, and a baker who gave me a duck-shaped roll "for orientation".',
    {
      scene: 'stairs',
      alt: 'A stone staircase between ochre houses',
      comments: [
        ['Tomas', 'Everybody gets a duck. It is policy.'],
        [
          'Kofi',
          'There is a twelfth staircase behind the school. It has a number on it and nobody knows why.',
        ],
        ['Amara', 'I am putting on my shoes.'],
      ],
    },
  ),
  post('Priya', 10, '07:50', 'Mistake has flowered. It is orange. It was meant to be a cucumber.', {
    scene: 'flower',
    alt: 'A bright orange flower with a dark centre',
    comments: [
      ['Maya', 'Frame this and hang it in every office.'],
      ['Wren', 'A hoverfly in the third petal, if you look closely. A good one!'],
    ],
  }),
  post(
    'Maya',
    9,
    '22:00',
    'Theme of the day asked for the view from my window. It is a wall. But at five past six the wall is gold.',
    {
      scene: 'window',
      alt: 'A window with warm evening light on the wall opposite',
      comments: [
        ['Leila', 'I know that wall. It is a very good wall.'],
        ['Noor', 'Same sun, other side: at five past six my kettle is gold.'],
      ],
    },
  ),
  post(
    'Oskar',
    9,
    '20:10',
    'Made a stool with three legs. It cannot wobble. I sat on it for an hour just to enjoy the geometry.',
  ),
  post(
    'Wren',
    8,
    '06:30',
    'The wagtails are back at the weir. Two of them, bowing to each other as if they had been introduced.',
    {
      comments: [
        ['Ingrid', 'They were. By me.'],
        ['Hana', 'Drawing them in waistcoats as we speak.'],
      ],
    },
  ),
  post(
    'Kofi',
    8,
    '18:05',
    'Move twelve has arrived. I have been in check since Tuesday and did not know.',
  ),
  post(
    'Jonas',
    7,
    '09:15',
    'If you hear squeaking in the old town on Saturday: that is the bell test. We do it once a year. Bring your bell.',
    {
      comments: [
        ['Mateo', 'Is a cow bell a bell?'],
        ['Jonas', 'A cow bell is the bell.'],
      ],
    },
  ),
  post(
    'Tomas',
    7,
    '04:55',
    'Lou the taxi driver retires on Friday. Forty-one years of nights. The foxes and I are planning something.',
    {
      comments: [
        ['Maya', 'Count me in, at four in the morning, in my good coat.'],
        ['Ingrid', 'I will bring the foghorn.'],
        ['Mateo', 'Breakfast is mine.'],
      ],
    },
  ),
  post(
    'Hana',
    6,
    '16:40',
    'The badger smiles now. Only on page nineteen, and only a little. We both feel it was worth the talks.',
    {
      scene: 'badger',
      alt: 'The badger in the big coat, smiling a little',
      comments: [['Noor', 'Page nineteen is my page from now on.']],
    },
  ),
  post('Noor', 6, '23:05', 'Somebody asked why I look at stars when they do nothing. That is why.'),
  post(
    'Amara',
    6,
    '12:30',
    'My upstairs neighbour plays the cello from noon to one. Today I left a note that said "the second piece, please, again". There was a pause. Then the second piece, again.',
    {
      comments: [
        ['Mateo', 'This made my onions taste better.'],
        ['Kofi', 'The best concert ticket I ever heard of.'],
      ],
    },
  ),
  post(
    'Felix',
    5,
    '19:00',
    'Hello! I tried the blue socks method. The bread is flat. The socks are fine. Where do I go from here?',
    {
      comments: [
        ['Tomas', 'More water, more patience, same socks.'],
        ['Maya', 'You are exactly where I was. It gets less flat.'],
      ],
    },
  ),
  post(
    'Leila',
    5,
    '17:25',
    'The missing letter e turned up: a whole tin of them, in the ceiling. Nobody can explain the ceiling.',
    {
      comments: [
        ['Hana', 'EEEEEEE!'],
        ['Priya', 'That is all of them, yes.'],
      ],
    },
  ),
  post(
    'Ingrid',
    5,
    '07:00',
    'Seven degrees now. The dog put one paw in, looked at me, and went home to write a letter of complaint.',
  ),
  post(
    'Priya',
    4,
    '18:45',
    'Free to a good home: nine small spider plants. They will be eighteen by spring. I cannot stop them, I can only spread the responsibility.',
    {
      scene: 'plant',
      alt: 'A row of small spider plants looking for homes',
      comments: [
        ['Amara', 'One for the staircase collection, please.'],
        ['Noor', 'One for the balcony. It will have a view.'],
        ['Leila', 'Two. One gets a printed name.'],
      ],
    },
  ),
  post(
    'Mateo',
    4,
    '20:50',
    'Lou’s breakfast is planned: eggs, beans, the good tomatoes, and a cake in the shape of a taxi if my hands allow.',
    {
      comments: [['Tomas', 'I can do wheels. They will be rolls.']],
    },
  ),
  post(
    'Maya',
    3,
    '08:10',
    'Moved the server to a shelf with a view. It seems faster. It is not faster. But it seems happier.',
    {
      comments: [
        ['Jonas', 'Does it hum?'],
        ['Maya', 'In D.'],
        ['Kofi', 'Downhill, presumably.'],
      ],
    },
  ),
  post(
    'Oskar',
    3,
    '19:15',
    'Taught two children to whittle today. Result: two magic wands, one plaster, total silence for forty minutes.',
  ),
  post(
    'Wren',
    3,
    '07:20',
    'Felix asked me what that two-note song is. Great tit. Now you will hear it everywhere. You are welcome, and I am sorry.',
    {
      comments: [['Felix', 'It is everywhere. EVERYWHERE.']],
    },
  ),
  post(
    'Tomas',
    2,
    '06:30',
    'We did it. Fourteen people, one foghorn, three foxes at a polite distance, and Lou, who said nothing for a whole minute and then drove round the square twice.',
    {
      scene: 'square',
      alt: 'A town square at dawn with lights strung between the houses',
      comments: [
        ['Ingrid', 'I have docked ships with less ceremony.'],
        ['Mateo', 'The cake was asked for by three other taxi drivers.'],
        ['Maya', 'My good coat smells of eggs, and I will never wash it.'],
        ['Jonas', 'Somebody was crying, and it was me.'],
      ],
    },
  ),
  post(
    'Noor',
    2,
    '22:15',
    'Clear until two. If anybody wants to see Jupiter, my balcony holds four, or five who like each other.',
    {
      comments: [
        ['Kofi', 'I like everybody. I am three minutes away.'],
        ['Hana', 'Bringing the wagtails in waistcoats for approval.'],
      ],
    },
  ),
  post(
    'Hana',
    1,
    '15:20',
    'It is official: the badger has a publisher, a release day and an opinion about hats. Thank you for every wrong answer.',
    {
      scene: 'badger',
      alt: 'The badger raises its briefcase to you',
      comments: [
        ['Maya', 'First in line. In front of the duck people.'],
        ['Leila', 'The cards for the party are already printed. With every e.'],
        ['Wren', 'The wagtails send their compliments.'],
      ],
    },
  ),
  post(
    'Kofi',
    1,
    '17:30',
    'I wrote "I resign, beautifully" on move thirteen and drew a small crown of my own.',
    {
      comments: [['Ingrid', 'A captain would have gone down with the bishop. Well played.']],
    },
  ),
  post(
    'Amara',
    1,
    '19:45',
    'The twelfth staircase has the number 7 on it. There is no 6. I have never been so happy.',
    {
      scene: 'stairs',
      alt: 'A narrow staircase with a painted number seven',
      comments: [['Kofi', 'Now you see why nobody moves away.']],
    },
  ),
  post(
    'Jonas',
    0,
    '330',
    'Bell test results: nineteen bells, one cow bell, one trombone nobody had invited. Winner: the trombone.',
    {
      comments: [
        ['Mateo', 'The cow bell demands a recount.'],
        ['Maya', 'I heard it from under the stairs. It was glorious.'],
      ],
    },
  ),
  post(
    'Priya',
    0,
    '210',
    'All spider plants have found homes. I counted twice. There are three new ones.',
    {
      scene: 'plant',
      alt: 'Three very small spider plants',
      comments: [['Noor', 'Of course there are.']],
    },
  ),
  post(
    'Felix',
    0,
    '95',
    'It rose. IT ROSE. I repeat: blue socks, more water, and a whole night. Look at it!',
    {
      scene: 'bread',
      alt: 'A tall, golden, slightly crooked loaf',
      comments: [
        ['Tomas', 'That is bread.'],
        ['Maya', 'Welcome to the level ones.'],
      ],
    },
  ),
  post('Ingrid', 0, '40', 'Six degrees. The dog came in with me. I have nothing to add.', {
    scene: 'lake',
    alt: 'The lake at sunrise with two small heads in the water',
    comments: [['Wren', 'I saw it from the reeds. There were witnesses!']],
  }),
]
