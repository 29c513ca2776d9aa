import { expect, type Locator, type Page, test } from '@playwright/test'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { answerOf } from '#tests/support/answers.ts'
import { unEvenement } from '#tests/support/builders.ts'
import { answerInstead, clearFault, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { openPhone } from '#tests/support/phone.ts'
import { sheetsAreLeft } from '#tests/support/steps.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use(onPhone)

/** The usual "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

const sheet = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })
const enterButton = (page: Page) => page.getByRole('button', { name: 'Participer', exact: true })

async function openLien(page: Page, stage: Stage): Promise<string> {
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(enterButton(page)).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  return code
}

async function fillIn(page: Page, prenom: string): Promise<void> {
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
}

async function pickPhoto(page: Page, name: string): Promise<void> {
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(page.getByText(/en sécurité/).first()).toBeVisible()
}

/** The guests of the event by first name, with the number of their media. */
async function guestsOf({ parts, evenementId }: Stage, prenom: string): Promise<number[]> {
  const guests = await parts.database
    .selectFrom('inscription')
    .innerJoin('utilisateur', 'utilisateur.id', 'inscription.utilisateurId')
    .select('utilisateur.id')
    .where('evenementId', '=', evenementId)
    .where('prenom', 'like', `${prenom}%`)
    .execute()
  const medias = await parts.database
    .selectFrom('media')
    .select('auteurId')
    .where('evenementId', '=', evenementId)
    .execute()
  return guests.map(({ id }) => medias.filter(({ auteurId }) => auteurId === id).length)
}

test('enters with a first name, and sends a photo from the sheet that opens at once', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await fillIn(page, 'Nadia')
  await enterButton(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await pickPhoto(page, 'IMG_1.jpg')
  await expect.poll(() => guestsOf(stage, 'Nadia')).toEqual([1])
  await page.reload()
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
})

test('leads a stranger on a slow line and a slow phone to a safe photo in three taps and one field', async ({ page }, {
  annotations,
}) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  const begun = performance.now()
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(enterButton(page)).toBeVisible()
  const loaded = performance.now()
  const fields = page.getByRole('textbox')
  await expect(fields).toHaveCount(1)
  await fields.pressSequentially('Nora', { delay: 200 })
  await tap(page.getByRole('checkbox'))
  await tap(enterButton(page))
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() })
  await tap(sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }))
  await expect(page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true })).toBeVisible()
  const [page4g, rest] = [loaded - begun, performance.now() - loaded].map((ms) => (ms / 1000).toFixed(1))
  annotations.push({
    type: 'seconds to the page of the link, then to the safe photo',
    description: `${page4g}, ${rest}`,
  })
  expect(taps).toBe(3)
})

test('asks for the first name and the consent, and stores nothing when the visitor declines', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await enterButton(page).click()
  await expect(page.getByText('Veuillez saisir votre prénom')).toBeVisible()
  await expect(page.getByText('Cochez la case pour participer, ou refusez')).toBeVisible()
  await expect(page.getByLabel('Votre prénom')).toBeFocused()
  await page.getByLabel('Votre prénom').fill('Dora')
  await page.getByRole('button', { name: 'Refuser' }).click()
  await expect(page.getByRole('heading', { name: /^Vous avez refusé/ })).toBeVisible()
  expect(await guestsOf(stage, 'Dora')).toEqual([])
  await page.getByRole('button', { name: 'Revoir mon choix' }).click()
  await expect(page.getByLabel('Votre prénom')).toBeVisible()
})

const draftOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('eclats.brouillon.visiteur'))

test('keeps the typed name when the page is reloaded without network, until the guest is in', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  const [prenom, nom] = [page.getByLabel('Votre prénom'), page.getByLabel('Votre nom')]
  await fillIn(page, 'Mona')
  await page.getByRole('button', { name: 'Ajouter un nom' }).click()
  await nom.fill('Diop')
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Un événement vous attend' })).toBeVisible()
  clearFault(stage)
  await expect(prenom).toHaveValue('Mona')
  await expect(nom).toHaveValue('Diop')
  await expect(nom).not.toBeFocused()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await expect(page).toHaveURL(`${stage.origin}/e/${code}`)
  await page.getByRole('checkbox').check()
  await enterButton(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  expect(await draftOf(page)).toBeNull()
})

test('forgets the typed name with a refusal, and shows it on no other link', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  const prenom = page.getByLabel('Votre prénom')
  await prenom.fill('Inès')
  await openLien(page, stage)
  await expect(prenom).toHaveValue('')
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(prenom).toHaveValue('Inès')
  await page.getByRole('button', { name: 'Refuser' }).click()
  await page.getByRole('button', { name: 'Revoir mon choix' }).click()
  await expect(prenom).toHaveValue('')
  expect(await draftOf(page)).toBeNull()
})

test('takes photos before the network is back, also after a reload, and gives one guest', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  await fillIn(page, 'Samir')
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await enterButton(page).click()
  await pickPhoto(page, 'IMG_1.jpg')
  await expect(page.getByText(/^1.photo attend sur ce téléphone, Samir\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Votre photo est en sécurité/ })).toBeVisible()
  await page.goto(`${stage.origin}/e/${code}`).catch(() => undefined)
  await expect(page.getByText(/^1.photo attend sur ce téléphone, Samir\./)).toBeVisible()
  await page.getByRole('button', { name: "Ajouter d'autres photos" }).click()
  await pickPhoto(page, 'IMG_2.jpg')
  clearFault(stage)
  const eventPage = `${stage.origin}/participant/evenements/${stage.evenementId}`
  await expect(page).toHaveURL(eventPage)
  await expect.poll(() => guestsOf(stage, 'Samir')).toEqual([2])
})

test('gives one guest and one photo when the browser is killed before the network is back', async () => {
  const stage = scene()
  const phone = await openPhone()
  try {
    const code = await openLien(phone.page, stage)
    await fillIn(phone.page, 'Tarek')
    stage.network.fault = { kind: 'down' }
    stage.network.cut()
    await enterButton(phone.page).click()
    await pickPhoto(phone.page, 'IMG_1.jpg')
    await expect(phone.page.getByText(/^1.photo attend sur ce téléphone, Tarek\./)).toBeVisible()
    await phone.kill()
    clearFault(stage)
    await phone.relaunch()
    expect(await guestsOf(stage, 'Tarek')).toEqual([])
    await phone.page.goto(`${stage.origin}/`)
    await expect.poll(() => guestsOf(stage, 'Tarek')).toEqual([1])
    await phone.page.goto(`${stage.origin}/e/${code}`)
    await expect(phone.page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
    expect(await guestsOf(stage, 'Tarek')).toEqual([1])
  } finally {
    await phone.close()
  }
})

test('opens the event again for the guest when the browser has kept the identity and lost the cookie', async ({
  page,
  context,
}) => {
  const stage = scene()
  await enterAs(page, stage, 'Ugo')
  await context.clearCookies()
  const start = await context.newPage()
  await page.close()
  await start.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect(start.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  await start.getByRole('button', { name: phrases.ajouterMedia }).click()
  await pickPhoto(start, 'IMG_1.jpg')
  await expect.poll(() => guestsOf(stage, 'Ugo')).toEqual([1])
})

test('gives one guest when the answer of the entry is lost', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await fillIn(page, 'Lola')
  let lost = 0
  await page.route('**/invites', async (route) => {
    if (lost === 0) await route.fetch()
    lost += 1
    await (lost === 1 ? route.abort() : route.continue())
  })
  await enterButton(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await pickPhoto(page, 'IMG_1.jpg')
  await expect.poll(() => guestsOf(stage, 'Lola')).toEqual([1])
  expect(lost).toBeGreaterThan(1)
})

test('says that the event is cancelled when this happened while the form of its link was open', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal des pompiers' })
  const { code } = await unLien(stage, { evenementId: id, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  await fillIn(page, 'Zoé')
  await stage.parts.database.updateTable('evenement').set({ statut: 'ANNULE' }).where('id', '=', id).execute()
  await enterButton(page).click()
  await expect(page.getByText('Cet événement est annulé.')).toBeVisible()
  await expect(enterButton(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: phrases.retourAccueil })).toBeVisible()
})

test('says that a link is not valid any more when it was revoked while its form was open', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  await fillIn(page, 'Zoé')
  await stage.parts.database
    .updateTable('lienEvenement')
    .set({ revoqueLe: new Date().toISOString() })
    .where('code', '=', code)
    .execute()
  await enterButton(page).click()
  await expect(page.getByText("Ce lien n'existe pas ou n'est plus valable.")).toBeVisible()
})

test('keeps the form and says why when the server refuses the entry of a guest', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await fillIn(page, 'Zoé')
  const sentence = sentenceOf('lien.entree_terminee')
  answerInstead(
    stage,
    /^POST \/api\/liens/,
    answerOf('409 Conflict', { code: 'lien.entree_terminee', message: sentence }),
  )
  await enterButton(page).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByLabel('Votre prénom')).toHaveValue('Zoé')
})

test('says why the server refuses, and keeps the photos for a new link', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  await fillIn(page, 'Rémi')
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await enterButton(page).click()
  await pickPhoto(page, 'IMG_1.jpg')
  await expect(page.getByText(/^1.photo attend/)).toBeVisible()
  await stage.parts.database
    .updateTable('lienEvenement')
    .set({ revoqueLe: new Date().toISOString() })
    .where('code', '=', code)
    .execute()
  clearFault(stage)
  await expect(page.getByText("Ce lien n'existe pas ou n'est plus valable.")).toBeVisible()
  await openLien(page, stage)
  await fillIn(page, 'Rémi')
  await enterButton(page).click()
  await expect.poll(() => guestsOf(stage, 'Rémi')).toEqual([1])
  expect((await mediasOf(stage)).length).toBeGreaterThan(0)
})

/** Enters as a guest, and closes the sheet: it opens before the answer when that takes more than three seconds. */
async function enterAs(page: Page, stage: Stage, prenom: string): Promise<void> {
  await openLien(page, stage)
  await fillIn(page, prenom)
  await enterButton(page).click()
  await sheet(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await sheetsAreLeft(page)
}

/** Enters as a guest whose request waits for its answer until the returned function is called. */
async function enterSlowly(page: Page, stage: Stage, prenom: string): Promise<() => void> {
  await openLien(page, stage)
  await fillIn(page, prenom)
  const held = Promise.withResolvers<void>()
  await page.route('**/invites', async (route) => {
    await held.promise
    await route.continue()
  })
  await enterButton(page).click()
  return held.resolve
}

test('leaves the sheet closed when a guest has closed it before the late answer', async ({ page }) => {
  const stage = scene()
  const answer = await enterSlowly(page, stage, 'Ugo')
  await sheet(page).getByRole('button', { name: 'Fermer' }).click()
  await sheetsAreLeft(page)
  answer()
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect(sheet(page)).toHaveCount(0)
})

test('keeps the sheet and its chosen photo when the late answer comes', async ({ page }) => {
  const stage = scene()
  const answer = await enterSlowly(page, stage, 'Vera')
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() })
  await expect(sheet(page).getByRole('button', { name: 'Envoyer 1 photo' })).toBeVisible()
  answer()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect.poll(() => guestsOf(stage, 'Vera')).toEqual([1])
})

test('shows a guest one event, and on no page a refused call', async ({ page }) => {
  const stage = scene()
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url())
  })
  await enterAs(page, stage, 'Omar')
  for (const path of ['/participant', '/participant/evenements', '/participant/envois', '/profil', '/notifications']) {
    await page.goto(stage.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Chargement/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Découvrir/ })).toHaveCount(0)
  }
  await page.goto(`${stage.origin}/participant/decouvrir`)
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements`)
  expect(refused).toEqual([])
})

test('offers no registration to a guest who opens the link of another event, but the way to an account', async ({
  page,
}) => {
  const stage = scene()
  const other = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Régate du soir' })
  const { code } = await unLien(stage, { evenementId: other.id, identite: 'PRENOM' })
  await enterAs(page, stage, 'Omar')
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(page.getByText(/^Vous participez déjà à un autre événement/)).toBeVisible()
  await expect(page.getByRole('button', { name: "Rejoindre l'événement" })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ouvrir mon profil' }).click()
  await expect(page.getByRole('heading', { name: "Gardez l'accès à vos photos" })).toBeVisible()
})

/** The code for another device, on the profile of the guest. */
async function codeOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Continuer sur un autre appareil' }).click()
  const shown = page.getByRole('status').filter({ hasText: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ })
  return (await shown.textContent()) ?? ''
}

test('continues on another device by a code, once, and offers the login with a used one', async ({ page, browser }) => {
  const stage = scene()
  await enterAs(page, stage, 'Paula')
  await page.goto(`${stage.origin}/profil`)
  const code = await codeOn(page)
  const other = await browser.newPage()
  await other.goto(`${stage.origin}/reprendre#${code.replace('-', '')}`)
  await other.getByRole('button', { name: 'Continuer' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bonjour Paula')
  const third = await browser.newPage()
  await third.goto(`${stage.origin}/reprendre`)
  await third.getByLabel('Code').fill(code.toLowerCase())
  await third.getByRole('button', { name: 'Continuer' }).click()
  await expect(third.getByRole('main').getByRole('alert')).not.toBeEmpty()
  await expect(third).toHaveURL(/\/reprendre/)
  await third.getByRole('link', { name: "J'ai déjà un compte" }).click()
  await expect(third).toHaveURL(/\/login/)
  await Promise.all([other.close(), third.close()])
})

test('makes the address of a mailed link the own one, and the guest an account at once', async ({ page }) => {
  const stage = scene()
  await enterAs(page, stage, 'Rita')
  await page.goto(`${stage.origin}/profil`)
  await page.getByLabel('Adresse email').fill('rita@eclats.test')
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect(page.getByText('Ouvrez le lien envoyé à rita@eclats.test')).toBeVisible()
  await page.goto(stage.origin + (await mailedLink(stage, 'rita@eclats.test', 'confirmation')))
  await expect(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
  await expect(page.getByText('choisissez un mot de passe')).toBeVisible()
  await page.goto(`${stage.origin}/profil`)
  await expect(page.getByRole('region', { name: 'Informations personnelles' })).toContainText('rita@eclats.test')
  // The session of a guest is one of an account now.
  await expect(page.getByRole('switch', { name: /^Par e-mail/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: "Gardez l'accès à vos photos" })).toHaveCount(0)
  await page.getByRole('button', { name: phrases.deconnexion }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('confirms the address with a code where the mailed link finds no session, and keeps both devices', async ({
  page,
  browser,
}) => {
  const stage = scene()
  await enterAs(page, stage, 'Vera')
  await page.goto(`${stage.origin}/profil`)
  await page.getByLabel('Adresse email').fill('vera@eclats.test')
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  const link = await mailedLink(stage, 'vera@eclats.test', 'confirmation')
  const other = await browser.newPage()
  await other.goto(stage.origin + link)
  await expect(other.getByText("Ouvrez ce lien sur l'appareil avec lequel vous participez")).toBeVisible()
  await other.getByRole('link', { name: 'Continuer avec un code' }).click()
  await other.getByLabel('Code').fill(await codeOn(page))
  await other.getByRole('button', { name: 'Continuer' }).click()
  await expect(other.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
  await expect(other).toHaveURL(stage.origin + link)
  await other.close()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Informations personnelles' })).toContainText('vera@eclats.test')
  await expect(page.getByRole('switch', { name: /^Par e-mail/ })).toBeVisible()
})

test('says to a guest before the logout that the way back is lost', async ({ page }) => {
  const stage = scene()
  await enterAs(page, stage, 'Sven')
  await page.goto(`${stage.origin}/profil`)
  await page.getByRole('button', { name: phrases.deconnexion }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText("cet appareil n'ouvre plus vos photos")
  await question.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.goto(`${stage.origin}/participant`)
  await expect(page).toHaveURL(/\/login/)
})
