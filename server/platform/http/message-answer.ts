/** The answer that only says something: the same sentence under both names screens read it by. */
export function messageAnswer(sentence: string) {
  return { msg: sentence, message: sentence }
}
