import { PASS_MINUTES } from '../../../contract/archive.ts'
import { nameOfSession } from '../../accounts/own-sessions.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Id } from '../../platform/ids.ts'
import type { UserRow } from '../../schema.ts'
import type { LinkSignatures } from '../export/link-signatures.ts'

// What stands for somebody who is suspended once they proved who they are: for their archive alone,
// for an hour. It is bound to the password, so that a new one ends it.

const PASS = /^(\d{1,16})[.](\d{1,16})[.]([\w-]{22})$/

type Account = Pick<UserRow, 'id' | 'password_hash'>

export function makePass(signatures: LinkSignatures, clock: Clock, account: Account): string {
  const expires = String(clock() + PASS_MINUTES * 60_000)
  return `${account.id}.${expires}.${signatures.sign(signed(account, expires))}`
}

/** Whose it says it is: to be checked by `isPassOf`. */
export function ownerOfPass(pass: string): Id | null {
  const id = Number(PASS.exec(pass)?.[1])
  return Number.isSafeInteger(id) ? id : null
}

export function isPassOf(
  signatures: LinkSignatures,
  clock: Clock,
  account: Account,
  pass: string,
): boolean {
  const [, , expires = '', signature = ''] = PASS.exec(pass) ?? []
  return isPassInTime(clock, pass) && signatures.isRight(signed(account, expires), signature)
}

/** Whether the hour it speaks of goes on; true of no other text than that of a pass. */
export function isPassInTime(clock: Clock, pass: string): boolean {
  return Number(PASS.exec(pass)?.[2] ?? 0) > clock()
}

/** In links to archives: as a session's name, and over with the password. */
export function nameOfSuspended(
  signatures: LinkSignatures,
  { id, password_hash }: Account,
): string {
  return nameOfSession(signatures.sign(`suspended ${id} ${password_hash}`))
}

function signed({ id, password_hash }: Account, expires: string): string {
  return `pass ${id} ${expires} ${password_hash}`
}
