/** How many different emoji a member gives one post or message. */
export const EMOJIS_OF_ONE_MAX = 20

export const MESSAGES = {
  emojisFull: `That is ${EMOJIS_OF_ONE_MAX} different emoji from you already. Take one back to give another.`,
} as const
