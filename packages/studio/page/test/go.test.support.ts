import type { Page } from 'playwright-core';

/** Goes to an address of the page, as a link would. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
}
