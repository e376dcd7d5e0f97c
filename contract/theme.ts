// The Theme of the Day: sixty prompts of Snug's own, one for each date, the same for everybody.

/** Shown when no date can be told. */
export const DEFAULT_PROMPT = 'Write a letter to your future self.'

export const THEME_CHECK_EVERY_MS = 60_000

export const PROMPTS: readonly string[] = [
  DEFAULT_PROMPT,
  'Describe the view from the window you look out of most.',
  'What did your kitchen smell like when you were eight?',
  'Share a photo of something you mended.',
  'Which song do you turn up every single time?',
  'Tell us about a teacher who got you right.',
  'What is the smallest thing that made today better?',
  'Show the oldest object you still use.',
  'If your street had a motto, what would it be?',
  'What did you believe as a child that still makes you smile?',
  'Recommend one book, film or game in one sentence.',
  'Describe your perfect breakfast, without hurry.',
  'What are you looking forward to this week?',
  'Share a recipe that fits in a text message.',
  'Which word do you love the sound of?',
  'Tell the story behind a scar, a stain or a scratch.',
  'What would you teach a class of one?',
  'Post a picture of something yellow.',
  'Who made you laugh last, and how?',
  'What is a small luxury you never regret?',
  'Describe a stranger you still think about.',
  'Which smell takes you straight home?',
  'What have you changed your mind about?',
  'Invent a holiday and tell us how it is kept.',
  'What is on your desk right now? No tidying first.',
  'Write six words about your summer.',
  'Which advice did you ignore, luckily?',
  'Show us the sky where you are.',
  'What would your pet, or the nearest plant, complain about?',
  'Tell us about the best meal you ever had outdoors.',
  'What is your most useless talent?',
  'Describe the first place that was only yours.',
  'Which habit would you like to borrow from a friend?',
  'What made you proud that nobody noticed?',
  'Name a place you would like to show someone.',
  'Describe a colour without naming it.',
  'What do you do when the power goes out?',
  'Share something you made with your hands.',
  'Which season are you, and why?',
  'What question do you wish people asked you?',
  'Tell us about a journey that went wrong and turned out fine.',
  'What did you collect, or do you still?',
  'Thank somebody here for something.',
  'Which rule of your house would surprise a guest?',
  'Write a review of the weather today.',
  'What would you put into a box to be opened in fifty years?',
  'Show a corner of your home that you like.',
  'What is the kindest thing you overheard?',
  'Which game could you still play for hours?',
  'Describe your walk to anywhere, in five steps.',
  'What are you learning, however slowly?',
  'Tell us about a friendship that began by chance.',
  'What sound means evening to you?',
  'If today were a chapter, what would its title be?',
  'Share a photo of light falling on something ordinary.',
  'Which tradition would you never skip?',
  'What would you grow, if everything grew?',
  'Describe someone you admire, without saying their name.',
  'What did you almost give up on?',
  'End this sentence: the world needs more …',
]

/** The prompt of a local date (`YYYY-MM-DD`); neighbouring days get prompts that do not follow. */
export function promptOf(date: string): string {
  let hash = 2_166_136_261
  for (const character of date) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // The low bits of this hash mix too little between neighbouring dates.
  const mixed = (hash ^ (hash >>> 15)) >>> 0
  return PROMPTS[mixed % PROMPTS.length] ?? DEFAULT_PROMPT
}

/** The local date a moment falls on, as `YYYY-MM-DD`. */
export function dateString(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
