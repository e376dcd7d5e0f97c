import { expect, type Page } from '@playwright/test'

/** By the key. What is opened before it is gone, its closing could take along. */
export async function closeDialog(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name, exact: true })).toBeHidden()
}
