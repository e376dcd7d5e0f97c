import { expect, type Page } from '@playwright/test'
import { SERVER_MESSAGES as REPORTS } from '../../contract/reports.ts'
import { MESSAGES as SUSPENSION } from '../../contract/suspension.ts'
import { ada, ben, cleo, others } from '../people.ts'
import { form } from '../test-images.ts'
import { arrive, expectHome, expectSignIn, signIn } from './account-steps.ts'
import { expectFine } from './fits-viewport.ts'
import { test } from './journey.ts'
import { arriveLive } from './live-steps.ts'
import { join, joinElsewhere } from './members.ts'
import { chooseFeed, openPostMenu, postSaying } from './post-steps.ts'

const [dora = ada] = others
const UNKIND = 'Newcomers are unwanted here'

test('a newcomer is invited, troubled and protected, and who troubled them may come back', async ({
  page: adasPage,
  server,
  expects,
  openBrowser,
}) => {
  const adaElsewhere = await joinElsewhere(server, ada)
  const cleoElsewhere = await joinElsewhere(server, cleo)
  await join(server, dora)
  const invite = (await adaElsewhere.call('POST', '/invites', {})) as { url: string }

  const bensPage = await openBrowser()
  await bensPage.goto(invite.url)
  await expect(bensPage.getByRole('heading', { name: 'Ada invites you to Snug' })).toBeVisible()
  await join(server, ben, { invitation: invite.url })
  await arrive(bensPage, ben)
  await bensPage.goto('/friends?tab=requests')
  await bensPage.getByRole('button', { name: 'Accept Ada' }).click()
  await expect(bensPage.getByRole('button', { name: 'Accept Ada' })).toBeHidden()

  const cleosPage = await openBrowser()
  await arriveLive(cleosPage, cleo)
  await cleoElsewhere.call('POST', '/posts', form({ text: UNKIND }))
  const dorasPage = await openBrowser()
  await arriveLive(dorasPage, dora)
  await chooseFeed(dorasPage, 'Public')
  await expect(postSaying(dorasPage, UNKIND)).toBeVisible()

  await bensPage.goto('/')
  await reportAndBlock(bensPage)
  await expect(postSaying(dorasPage, UNKIND)).toBeVisible()

  await arrive(adasPage, ada)
  await adasPage.goto('/admin?tab=reports')
  // A page that has what is removed asks for it once more.
  expects(404)
  await removeReported(adasPage)
  await expect(postSaying(dorasPage, UNKIND)).toBeHidden()
  expects(401, 403)
  await suspendCleo(adasPage)

  await expectSignIn(cleosPage)
  await signIn(cleosPage, cleo)
  await expect(
    cleosPage.getByText(/^Your account is suspended .*: Be kind to newcomers\./),
  ).toBeVisible()
  await cleosPage.getByLabel('Write to the administrators').fill('I am sorry. It was a bad day.')
  await expectFine(cleosPage)
  await cleosPage.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(cleosPage.getByText(SUSPENSION.appealSent)).toBeVisible()

  await answerAndLift(adasPage)
  await cleosPage.getByRole('button', { name: 'Sign in' }).click()
  await expectHome(cleosPage, cleo)
  await chooseFeed(bensPage, 'Public')
  await expect(postSaying(bensPage, UNKIND)).toBeHidden()
})

/** Ben's, about what Cleo posted. */
async function reportAndBlock(page: Page): Promise<void> {
  await chooseFeed(page, 'Public')
  await openPostMenu(page, postSaying(page, UNKIND))
  await page.getByRole('menuitem', { name: 'Report…' }).click()
  const report = page.getByRole('alertdialog', { name: 'Report this post by Cleo?' })
  await report.getByLabel('What is wrong?').selectOption({ label: 'It is unkind' })
  await report.getByRole('checkbox', { name: 'Also block Cleo' }).check()
  await report.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('status').getByText(REPORTS.thanks('Cleo'))).toBeVisible()
  await expect(postSaying(page, UNKIND)).toBeHidden()
}

async function removeReported(page: Page): Promise<void> {
  const reported = page.getByRole('listitem', { name: 'The post of Cleo' })
  await expect(reported).toContainText(UNKIND)
  await reported.getByRole('button', { name: /^Remove it/ }).click()
  await answer(page, 'Remove this post?', 'Be kind to newcomers.', 'Remove it')
  await expect(page.getByText('Nothing waits to be looked at.')).toBeVisible()
}

async function suspendCleo(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Suspend Cleo' }).click()
  await answer(page, 'Suspend Cleo?', 'Be kind to newcomers.', 'Suspend')
  await expect(page.getByRole('status').getByText(SUSPENSION.suspendedNow)).toBeVisible()
}

async function answerAndLift(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Reports/ }).click()
  await expect(page.getByRole('list', { name: 'Suspended' })).toContainText('It was a bad day.')
  await page.getByRole('button', { name: 'Answer Cleo' }).click()
  await answer(page, 'Answer Cleo?', 'Then let us begin again.', 'Answer')
  await expect(page.getByRole('list', { name: 'Suspended' })).toContainText('Answered: Then let us')
  await page.getByRole('button', { name: 'Lift the suspension of Cleo' }).click()
  await answer(page, 'Lift the suspension of Cleo?', 'Welcome back.', 'Lift')
  await expect(page.getByRole('list', { name: 'Suspended' })).toBeHidden()
}

/** An administrator's words in the dialog that asks for them. */
async function answer(page: Page, question: string, words: string, label: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question })
  await dialog.getByLabel(/^What Cleo will read/).fill(words)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}
