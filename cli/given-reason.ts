import { decisionText } from '../contract/reports.ts'
import { CommandError } from './command-error.ts'

/**
 * What stands after --reason, as it is told and kept. Refuses what an administrator could not
 * write.
 */
export function givenReason(words: string): string {
  const { data, error } = decisionText.safeParse(words)
  if (data === undefined) throw new CommandError(error?.issues[0]?.message ?? '')
  return data
}
