import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '../../../contract/second-factor.ts'
import { ipKey } from '../../platform/limits.ts'
import type { Services } from '../../services.ts'

// Recovery codes: sixteen letters. The first four find the row, so that one hash is worked through
// whatever is tried; the other twelve are 53 bits behind argon2id. They stay readable when the
// secret of the server is lost, which ends the codes of every app.

/** Without those that are taken for others. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const PREFIX_LENGTH = 4
const CODE_LENGTH = 16

export interface RecoveryCodes {
  shown: string[]
  rows: { prefix: string; code_hash: string }[]
}

export async function makeRecoveryCodes(
  { passwords }: Pick<Services, 'passwords'>,
  ip: string,
): Promise<RecoveryCodes> {
  const codes = new Map<string, string>()
  while (codes.size < RECOVERY_CODES) {
    const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
    const code = letters.join('')
    codes.set(code.slice(0, PREFIX_LENGTH), code)
  }
  const rows: RecoveryCodes['rows'] = []
  for (const [prefix, code] of codes)
    rows.push({ prefix, code_hash: await passwords.hash(code, ipKey(ip)) })
  return { shown: [...codes.values()].map(inGroups), rows }
}

/** A recovery code as it is kept, however it was typed; null for what is none. */
export function readRecoveryCode(typed: string): { code: string; prefix: string } | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  const isCode = code.length === CODE_LENGTH && [...code].every((each) => LETTERS.includes(each))
  return isCode ? { code, prefix: code.slice(0, PREFIX_LENGTH) } : null
}

function inGroups(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code
}
