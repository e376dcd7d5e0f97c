import { onTestFinished } from 'vitest'
import { openTestHouse, type TestHouse } from './house.ts'

/** A house for the test that runs now; it is closed when that test is over. */
export async function openHouseOfTest(
  choices: Parameters<typeof openTestHouse>[0] = {},
): Promise<TestHouse> {
  const house = await openTestHouse(choices)
  onTestFinished(() => house.close())
  return house
}
