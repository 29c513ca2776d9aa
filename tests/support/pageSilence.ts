import type { Page } from '@playwright/test'

/** Said by Playwright itself in a journey without worker. */
const withoutWorker = 'Service Worker registration blocked by Playwright'

/** Collects all console messages and policy violations of this page from now on. */
export async function listenToPage(page: Page): Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && message.text() !== withoutWorker)
      said.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => said.push(`${page.url()} ${error.message}`))
  await page.exposeFunction('reportViolation', (text: string) => said.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${location.href} ${violatedDirective} ${blockedURI}`)
    })
  })
  return said
}
