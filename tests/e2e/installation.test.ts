import { badGateway } from '#tests/support/answers.ts'
import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone } from '#tests/support/phone.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia, openEvenement, retryAll, signIn } from '#tests/support/steps.ts'
import { unInvite } from '#tests/support/invites.ts'
import { enter, onPhone } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'

let stage: Stage
test.beforeAll(async () => {
  stage = await openStage()
  await deposer(stage, stage.karim, 2)
  await validateAll(stage)
})
test.afterAll(() => stage.close())
test.use(onPhone)

test('is installable: the manifest is complete', async () => {
  const phone = await openPhone()
  await signIn(phone.page, stage, stage.karim)
  const devtools = await phone.context.newCDPSession(phone.page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ lang: 'fr', display: 'standalone', short_name: 'Éclats' })
  await phone.close()
})

test('opens the landing page in a browser, and the empty shell in the installed app, from the cached files', async ({
  page,
}) => {
  await page.goto(`${stage.origin}/login`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const opened = async (path: string) => {
    const answer = await page.goto(stage.origin + path)
    expect(answer?.fromServiceWorker()).toBe(true)
    return answer?.text()
  }
  expect(await opened('/')).toContain('Une fête.')
  expect(await opened('/?utm_source=affiche')).toContain('Une fête.')
  // The app redirects a signed-in person; until then the landing page would offer them a login.
  expect(await opened('/?source=installation')).toContain('class="splash"')
})

test('shows an error when the profile fails', async ({ page }) => {
  stage.network.fault = {
    kind: 'instead',
    request: /^GET \/api\/auth\/me/,
    answer: badGateway,
  }
  await signIn(page, stage, stage.claire)
  await page.goto(`${stage.origin}/profil`)
  await expectPhrase(page.getByRole('heading', { level: 1 }), 'monProfil')
  await expectPhrase(page, 'profilChargement')
  stage.network.fault = { kind: 'none' }
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByText(stage.claire.email)).toBeVisible()
})

const userAgents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  instagramIPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0',
  facebookAndroid:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0]',
}

test('offers the installation after the first received photo, never at the login or while a photo waits', async ({
  page,
}) => {
  const offer = page.locator('[data-part=toast]').filter({ hasText: 'Garder Éclats à portée de main' })
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  await offerInstallation(page)
  await expect(offer).toHaveCount(0)
  stage.network.fault = { kind: 'answerLostTo', request: /^(POST|PATCH) .*uploads/ }
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await expect(page.getByRole('link', { name: /Voir les envois/ }).filter({ visible: true })).toBeVisible()
  await expect(offer).toHaveCount(0)
  stage.network.fault = { kind: 'none' }
  await page.goto(`${stage.origin}/participant/envois`)
  await retryAll(page)
  await expect(page.getByText(/^Reçue à/).first()).toBeVisible()
  await offerInstallation(page)
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: 'Installer' }).click()
  await expect(page.locator('[data-part=toast]')).toContainText("Éclats est sur votre écran d'accueil.")
  await page.reload()
  await offerInstallation(page)
  await expect(page.getByText(/^Reçue à/).first()).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('shows two illustrated steps on an iPhone', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: userAgents.iPhone })
  const page = await context.newPage()
  await signIn(page, stage, stage.lea)
  await openEvenement(page, stage)
  await addMedia(page, [{ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  const offer = page.locator('[data-part=toast]').filter({ hasText: 'Garder Éclats à portée de main' })
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: 'Installer' }).click()
  const guide = page.getByRole('dialog', { name: 'Installer Éclats en deux gestes' })
  await expect(guide.getByRole('listitem')).toHaveCount(2)
  await expect(guide.getByRole('heading')).toBeFocused()
  await expect(guide).toContainText('Vous vous connecterez une fois')
  await guide.getByRole('button', { name: "J'ai compris" }).click()
  await expect(guide).toBeHidden()
  await context.close()
})

test('gives a guest on an iPhone the code for the installed app before they install it', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: userAgents.iPhone })
  const page = await context.newPage()
  await enter(page, stage, {
    person: await unInvite(stage, { evenementId: stage.evenementId, prenom: 'Wanda' }),
    to: `/participant/evenements/${stage.evenementId}`,
  })
  await addMedia(page, [{ name: 'IMG_3.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await page.locator('[data-part=toast]').getByRole('button', { name: 'Installer' }).click()
  const guide = page.getByRole('dialog', { name: 'Installer Éclats en deux gestes' })
  await expect(guide).toContainText("L'application installée ne vous connaît pas encore")
  await guide.getByRole('button', { name: 'Continuer sur un autre appareil' }).click()
  const shown = guide.getByRole('status').filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
  const code = (await shown.textContent()) ?? ''
  // The app on the Home Screen: another storage, and no address bar.
  const app = await (await browser.newContext({ userAgent: userAgents.iPhone })).newPage()
  await app.goto(`${stage.origin}/login`)
  await app.getByRole('link', { name: "J'ai un code" }).click()
  await app.getByLabel('Code').fill(code)
  await app.getByRole('button', { name: 'Continuer' }).click()
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Bonjour Wanda')
  await Promise.all([context.close(), app.context().close()])
})

test('recommends a full browser instead of an in-app browser before the login', async ({ browser }) => {
  for (const [userAgent, sentence] of [
    [userAgents.instagramIPhone, /Le navigateur d'Instagram ne garde pas vos photos.*«.Ouvrir dans Safari.»/],
    [userAgents.facebookAndroid, /Le navigateur de Facebook ne garde pas vos photos/],
  ] as const) {
    const context = await browser.newContext({ userAgent })
    const page = await context.newPage()
    await page.goto(`${stage.origin}/login`)
    await expect(page.getByText(sentence)).toBeVisible()
    const way = page.getByRole('link', { name: 'Ouvrir dans Chrome' })
    if (userAgent === userAgents.facebookAndroid)
      await expect(way).toHaveAttribute(
        'href',
        /^intent:\/\/localhost:\d+\/login#Intent;scheme=http;package=com\.android\.chrome;end$/,
      )
    await page.getByRole('button', { name: 'Fermer ce conseil' }).click()
    await expect(page.getByText(sentence)).toHaveCount(0)
    await context.close()
  }
})

/** Simulates the event of Chromium for an installable app. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const prompt = () => Promise.resolve({ outcome: 'accepted' })
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
}
