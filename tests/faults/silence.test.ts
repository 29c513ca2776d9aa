import { expect, type Page } from '@playwright/test'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'
import { goOffline, goOnline, somePhotos, test } from './scene.ts'

declare global {
  // oxlint-disable-next-line no-var
  var transactionCount: number
}

/** Installed in the page: counts its transactions from now on. */
function countTransactions(): void {
  globalThis.transactionCount = 0
  IDBDatabase.prototype.transaction = new Proxy(Reflect.get(IDBDatabase.prototype, 'transaction'), {
    apply(begin, database, args) {
      globalThis.transactionCount += 1
      return Reflect.apply(begin, database, args)
    },
  })
}

function transactionsOn(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.transactionCount)
}

const title = 'asks less and less often when the network does not answer, and sends all photos when it does'
test(title, { tag: '@long' }, async ({ stage, phone }) => {
  test.slow()
  await phone.page.evaluate(countTransactions)
  let asked = 0
  phone.page.on('request', (request) => {
    if (request.url().includes('/medias/uploads')) asked += 1
  })
  goOffline(stage)
  await addMedia(phone.page, await somePhotos(24))
  // Requests are counted over this time: it cannot be waited for by an event, and the timers of a page cannot be faked
  // together with the network. A try every half second would be thirty requests.
  await phone.page.waitForTimeout(15_000)
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(6)
  const before = await transactionsOn(phone.page)
  // Transactions are counted over this time.
  await phone.page.waitForTimeout(20_000)
  // At most ten a minute: more would drain the battery.
  expect((await transactionsOn(phone.page)) - before, 'transactions in 20 s').toBeLessThanOrEqual(3)
  goOnline(stage)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(24)
})
