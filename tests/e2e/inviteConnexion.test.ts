import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { fillLogin, onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

/** Resolves when a request of this page waits for its turn to set the cookie of the session. */
async function cookieIsAwaited(page: Page): Promise<void> {
  const isAwaited = () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.some(({ name }) => name === 'eclats:session')
    })
  await expect.poll(isAwaited).toBe(true)
}

test('keeps the session of a login during the request of an entry in another tab', async ({ page, context }) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/invites', async (route) => {
    asked.resolve()
    await mayAnswer.promise
    await route.continue()
  })
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByLabel('Votre prénom').fill('Zora')
  await page.getByRole('checkbox').check()
  const other = await context.newPage()
  await other.goto(`${stage.origin}/login`)
  await fillLogin(other, stage.lea.email)
  await page.getByRole('button', { name: 'Participer', exact: true }).click()
  await asked.promise
  const entered = page.waitForResponse('**/invites')
  const loggedIn = other.waitForResponse('**/auth/login')
  await other.getByRole('button', { name: phrases.seConnecter }).click()
  await Promise.race([loggedIn, cookieIsAwaited(other)])
  mayAnswer.resolve()
  await entered
  await expect(other).toHaveURL(`${stage.origin}/`)
  // A new tab has only the cookie and the remembered person.
  const third = await context.newPage()
  const renewed = third.waitForResponse('**/auth/session')
  await third.goto(`${stage.origin}/participant`)
  expect(await (await renewed).json()).toMatchObject({ prenom: stage.lea.prenom })
  await expect(third.getByRole('heading', { level: 1 })).toContainText(stage.lea.prenom)
})
