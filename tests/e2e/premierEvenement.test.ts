import { expect, type Locator, type Page, type Request, test } from '@playwright/test'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, appIsThere, clearFault, enter, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { readQr } from '#tests/support/qrCode.ts'
import { deposer } from '#tests/support/stageMedia.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

/** 5 characters a second. */
const keyDelayMs = 200
const create = (page: Page) => page.getByRole('button', { name: 'Créer et voir le QR code' })
const ready = (page: Page) => page.getByRole('heading', { level: 1, name: 'Votre QR code est prêt' })

test('scrolls to the answer of a registration that is sent by Enter', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/register`)
  await appIsThere(page)
  await page.getByLabel('Prénom').fill('Iris')
  await page.getByLabel('Nom', { exact: true }).fill('Roy')
  await page.getByLabel('Adresse email').fill(stage.karim.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill('Lampions26!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Un compte existe déjà avec cette adresse.')).toBeInViewport({
    ratio: 1,
  })
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('Adresse email').fill('iris@eclats.test')
  await page.getByLabel('Mot de passe', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Compte créé/)).toBeInViewport({ ratio: 1 })
})

test('keeps the focus on the content of the dashboard when the organiser has no event', async ({ page }) => {
  const stage = scene()
  const ella = await unOrganisateur(stage, { prenom: 'Ella', email: 'ella@eclats.test' })
  await enter(page, stage, { person: ella, to: '/profil' })
  const { promise: until, resolve: letThrough } = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: /^GET \/api\/frontend\/organi[sz]\w+\/evenements/, until }
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click()
  await expect(page.getByRole('main')).toBeFocused()
  letThrough()
  await expect(page.getByRole('heading', { name: 'Bonjour Ella' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('leads from the landing page to a printed QR code in five clicks and six fields', async ({ page }, {
  annotations,
}) => {
  const stage = scene()
  await page.addInitScript(() => Object.assign(window, { printed: 0, print: () => void (Object(window).printed += 1) }))
  const counted = { clicks: 0, fields: 0 }
  const press = async (target: Locator) => {
    counted.clicks += 1
    await target.click()
  }
  const type = async (target: Locator, text: string) => {
    counted.fields += 1
    await target.pressSequentially(text, { delay: keyDelayMs })
  }
  const start = performance.now()
  await page.goto(stage.origin)
  await press(page.getByRole('main').getByRole('link', { name: phrases.commencerMaintenant }))
  await type(page.getByLabel('Prénom'), 'Nora')
  await type(page.getByLabel('Nom', { exact: true }), 'Roy')
  await type(page.getByLabel('Adresse email'), 'nora@eclats.test')
  await type(page.getByLabel('Mot de passe', { exact: true }), 'Lampions26!')
  await press(page.getByRole('button', { name: 'Créer mon compte' }))
  await expect(page).toHaveURL(`${stage.origin}/organizer`)
  await expect(page.getByRole('heading', { level: 1, name: 'Bonjour Nora' })).toBeVisible()
  await press(page.getByRole('main').getByRole('link', { name: 'Créer un événement' }))
  await expect(page.getByText('Voir les plans')).toHaveCount(0)
  await type(page.getByLabel('Titre'), 'Bal de Nora')
  const debut = page.getByLabel('Début')
  // This Chromium asks for the month first.
  await type(debut, '09122027')
  await debut.press('ArrowRight')
  await page.keyboard.type('1500', { delay: keyDelayMs })
  await expect(debut).toHaveValue('2027-09-12T15:00')
  await expect(page.getByLabel('Fin', { exact: true })).toHaveValue('2027-09-12T23:00')
  await press(create(page))
  await expect(ready(page)).toBeVisible()
  await press(page.getByRole('button', { name: 'Imprimer' }))
  expect(await page.evaluate(() => Object(window).printed)).toBe(1)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  annotations.push({ type: 'seconds from the landing page to the print dialog', description: seconds })
  process.stdout.write(`landing page to print dialog: ${seconds} s\n`)
  expect(counted).toEqual({ clicks: 5, fields: 6 })

  const code = page.getByRole('img', { name: 'QR code de Bal de Nora' })
  expect(await readQr(code)).toContain(await pathOf('Bal de Nora'))
  await page.getByRole('link', { name: "Voir l'événement" }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bal de Nora' })).toBeVisible()
  await expect(code).toBeVisible()
})

test('replaces the suggested texts when one types, and keeps an end that was chosen', async ({ page }) => {
  const stage = scene()
  const ida = await unOrganisateur(stage, { prenom: 'Ida' })
  await enter(page, stage, { person: ida, to: '/organizer/evenements?modifier=nouveau' })
  for (const name of ['Description', 'Lieu']) {
    await page.getByLabel(name).click()
    await page.keyboard.type('Chez nous')
    await expect(page.getByLabel(name)).toHaveValue('Chez nous')
  }
  const fin = page.getByLabel('Fin', { exact: true })
  await page.getByLabel('Début').fill('2027-06-12T22:00')
  await expect(fin).toHaveValue('2027-06-13T03:00')
  await fin.fill('2027-06-14T12:00')
  await page.getByLabel('Début').fill('2027-06-13T18:00')
  await expect(fin).toHaveValue('2027-06-14T12:00')
})

test('shows an existing link instead of creating another one, also after a reload', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal relu' })
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/qr` })
  await expect(ready(page)).toBeVisible()
  await page.reload()
  await expect(ready(page)).toBeVisible()
  expect(await liensOf(id)).toHaveLength(1)
  const { code } = await unLien(stage, { evenementId: id })
  await page.reload()
  expect(await readQr(page.getByRole('img', { name: 'QR code de Bal relu' }))).toContain(`/e/${code}`)
})

test('creates no second link when the list stored on the device is older than the first one', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal ancien' })
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/qr` })
  await expect(ready(page)).toBeVisible()
  await expect.poll(() => page.evaluate(emptyStoredLiens)).toBe(1)
  const creations: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') creations.push(request)
  })
  await page.reload()
  await expect(ready(page)).toBeVisible()
  await Promise.all(creations.map((request) => request.response()))
  expect(await liensOf(id)).toHaveLength(1)
})

test('offers a retry when the link cannot be created', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal coupé' })
  answerInstead(stage, /^POST \S*\/liens HTTP/, badGateway)
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/qr` })
  await page.getByRole('button', { name: phrases.reessayer }).waitFor()
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(ready(page)).toBeVisible()
  expect(await liensOf(id)).toHaveLength(1)
})

test('shows the QR code first under "Inviter", and why a person without account cannot be invited', async ({
  page,
}) => {
  const stage = scene()
  const max = await unUtilisateur(stage, { role: 'ORGANISATEUR', prenom: 'Max', confirme: false })
  const { id } = await unEvenement(stage, { createurId: max.id, titre: 'Bal invité' })
  await unLien(stage, { evenementId: id })
  await enter(page, stage, { person: max, to: `/organisateur/evenements/${id}/participants` })
  await page.getByRole('button', { name: 'Inviter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code de Bal invité' })).toBeVisible()
  await dialog.getByLabel('Adresse email').fill('personne@ailleurs.test')
  await dialog.getByRole('button', { name: "Envoyer l'invitation" }).click()
  const alert = dialog.locator('form').getByRole('alert')
  await expect(alert).toContainText(typographie(phrases.invitationInconnu))
  await expect(alert).toContainText(typographie(sentenceOf('utilisateur.email_a_confirmer')))
})

test('shows on the page of an event what waits, its places and its statut', async ({ page }) => {
  const stage = scene()
  const event = { createurId: stage.claire.id, titre: 'Bal compté', capaciteMax: 30 }
  const { id: evenementId } = await unEvenement(stage, event)
  for (const { id: utilisateurId } of [stage.karim, stage.lea])
    await uneInscription(stage, { evenementId, utilisateurId })
  await deposer({ ...stage, evenementId }, stage.lea, 1)
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${evenementId}` })
  await expect(page.getByRole('heading', { name: /^1.média à valider$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Places' })).toContainText(/2.inscrits/)
  await expect(page.getByRole('progressbar', { name: /2.inscrits/ })).toHaveAttribute('max', '30')
  await expect(page.getByRole('heading', { name: 'Statut' })).toBeVisible()
  await page.getByRole('combobox', { name: /^Statut d/ }).selectOption('PLANIFIE')
  await expect(page.locator('[data-part="toast"]')).toContainText(phrases.statutMisAJour)
})

test('creates an event once when the answer is lost and the browser repeats the request', async ({ page }) => {
  const stage = scene()
  const person = await unOrganisateur(stage)
  await enter(page, stage, { person, to: '/organizer/evenements?modifier=nouveau' })
  await page.getByLabel('Titre').fill('Bal des pompiers')
  stage.network.fault = { kind: 'answerLostTo', request: /^POST \S*\/organisateur\/evenements / }
  await create(page).click()
  await expect(page.getByRole('dialog').getByText('Le serveur ne répond pas.')).toBeVisible()
  clearFault(stage)
  await create(page).click()
  await expect(ready(page)).toBeVisible()
  const created = stage.parts.database.selectFrom('evenement').select('id').where('titre', '=', 'Bal des pompiers')
  expect(await created.execute()).toHaveLength(1)
})

test('deletes an event when the answer is lost and the browser repeats the request', async ({ page }) => {
  const stage = scene()
  const person = await unOrganisateur(stage)
  const { id } = await unEvenement(stage, { createurId: person.id, titre: 'Bal des adieux' })
  await enter(page, stage, { person, to: '/organizer/evenements' })
  const remove = page.getByRole('button', { name: phrases.evenementSupprimer })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: phrases.evenementSupprimer })
  await remove.click()
  const first = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.route(`**/evenements/${id}`, async (route) => {
    // The browser sends the same request again by itself.
    if (route.request().method() === 'DELETE') await route.fetch()
    await route.continue()
  })
  await confirm.click()
  await first
  await expect(page.locator('[data-part="toast"]')).toContainText(phrases.evenementSupprime)
  await expect(page.getByText(phrases.erreurSuppression)).toHaveCount(0)
})

async function pathOf(titre: string) {
  const { database } = scene().parts
  const { code } = await database
    .selectFrom('lienEvenement')
    .innerJoin('evenement', 'evenement.id', 'lienEvenement.evenementId')
    .where('titre', '=', titre)
    .select('code')
    .executeTakeFirstOrThrow()
  return `/e/${code}`
}

function liensOf(evenementId: number) {
  const { database } = scene().parts
  return database.selectFrom('lienEvenement').selectAll().where('evenementId', '=', evenementId).execute()
}

/** Empties the stored lists of links that hold one, and resolves to their number. Runs in the page. */
function emptyStoredLiens(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('eclats-listes')
    opening.addEventListener('success', () => {
      let emptied = 0
      const transaction = opening.result.transaction('listes', 'readwrite')
      const walk = transaction.objectStore('listes').openCursor()
      walk.addEventListener('success', () => {
        const cursor = walk.result
        if (!cursor) return
        const query = cursor.value as { queryKey: unknown[]; state: { data: unknown[] } }
        if (query.queryKey[0] === 'liens' && query.state.data.length > 0) {
          query.state.data = []
          cursor.update(query)
          emptied += 1
        }
        cursor.continue()
      })
      transaction.addEventListener('complete', () => {
        opening.result.close()
        resolve(emptied)
      })
    })
  })
}
