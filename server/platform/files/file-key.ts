const KIND = '[a-z]{1,32}'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
// Each dot stands between two letters or digits, so no name is `..` or hidden.
const NAME = '(?=.{1,64}$)[a-z0-9]+(?:\\.[a-z0-9]+)*'
const KEY = new RegExp(`^(?<kind>${KIND})/(?<id>${UUID})/(?<name>${NAME})$`)

export type FileKey = { kind: string; id: string; name: string }

/** The parts of a key, or null when the text is no key. */
export function parseFileKey(text: string): FileKey | null {
  const { kind, id, name } = KEY.exec(text)?.groups ?? {}
  return kind && id && name ? { kind, id, name } : null
}
