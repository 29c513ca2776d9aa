import { expect, type Locator, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { phrases } from '#domain/texte/phrases.ts'
import { unEvenement, uneInscription, unMedia } from '#tests/support/builders.ts'
import { badGateway, pageOfProxy } from '#tests/support/answers.ts'
import { pngHeader } from '#tests/support/corpus/headers.ts'
import { Fingers } from '#tests/support/fingers.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  onPhone,
  stageOfFile,
  withoutWorker,
} from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { mediasOf, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { deposer, giveMediasTo, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia, openEvenement, retryAll, returnToEvenement, sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...withoutWorker })
const list = '/participant/evenements'

test('deletes a photo after a dialog, and shows the reason of a refusal', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 1)
  await validateAll(stage)
  await enter(page, stage, { person: stage.karim, to: `${list}/${stage.evenementId}` })
  const open = () => page.getByRole('button', { name: /Votre photo/ }).click()
  const remove = async (meanwhile?: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('button', { name: 'Supprimer ce média' }).click()
    await expectPhrase(page.getByRole('alertdialog'), 'mediaSuppressionQuestion')
    await meanwhile?.()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  }
  await open()
  const toDelete = /^DELETE \S*\/medias\//
  await remove(() => giveMediasTo(stage, stage.lea))
  await expectPhrase(page, 'mediaSuppressionErreur')
  await closeToast(page)
  await giveMediasTo(stage, stage.karim)
  await page.goto(`${stage.origin}${list}/${stage.evenementId}`)
  await open()
  answerInstead(stage, toDelete, badGateway)
  await remove()
  await expectPhrase(page, 'erreurSurvenue')
  await closeToast(page)
  clearFault(stage)
  await remove()
  await expectPhrase(page, 'mediaSupprime')
  await expect(page.getByRole('heading', { name: 'Pas encore de photos' })).toBeFocused()
})

test('shows the next photo when the one in the viewer is deleted, here or elsewhere', async ({ page }) => {
  const stage = scene()
  await stage.parts.database.deleteFrom('media').execute()
  await deposer(stage, stage.karim, 4)
  await validateAll(stage)
  const event = `${stage.origin}${list}/${stage.evenementId}`
  await enter(page, stage, { person: stage.karim, to: `${list}/${stage.evenementId}` })
  await page
    .getByRole('button', { name: /Votre photo/ })
    .nth(1)
    .click()
  const viewer = page.getByRole('dialog', { name: /Votre photo/ })
  const [, , third, fourth] = (await mediasOf(stage)).toReversed()
  await expect(viewer.getByText('2 sur 4', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Supprimer ce média' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page).toHaveURL(`${event}?media=${third?.id}`)
  await expect(viewer.getByText('2 sur 3', { exact: true })).toBeVisible()
  await expect(page.locator('dialog :focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Supprimer ce média' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await fetch(`${stage.server.address}/api/frontend/participant/medias/${third?.id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${stage.karim.token}` },
  })
  await expect(page).toHaveURL(`${event}?media=${fourth?.id}`)
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.goBack()
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(event)
})

test('refuses invalid files in the sheet, with the reason of each', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: `${list}/${stage.evenementId}` })
  await expectPhrase(page, 'ajouterMedia')
  // Safari makes "Ajouterun média" of its two visible parts.
  const add = page.getByRole('button', { name: phrases.ajouterMedia })
  await expect(add).toHaveAttribute('aria-label', phrases.ajouterMedia)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Envoyer' }).click()
  await expectPhrase(sheet.getByRole('alert'), 'mediaFichierRequis')
  await sheet.getByLabel('Choisir des photos ou des vidéos').setInputFiles([
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ceci est un texte.') },
    { name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ])
  await expectPhrase(sheet, 'uploadRequeteInvalide')
  const row = (name: string) => sheet.getByRole('listitem').filter({ hasText: name })
  await expect(row('vide.jpg').getByText(/le fichier est vide/)).toBeVisible()
  await expect(row('vide.jpg').getByText(/0.octet/)).toBeVisible()
  await expect(row('notes.jpg').getByText(/ni une photo ni une vidéo/)).toBeVisible()
  await pasteOneByteTooMany(page)
  await expect(row('IMG_1.jpg').getByText(/trop volumineux/)).toBeVisible()
  await expectPhrase(sheet, 'mediaTropVolumineux')
  await expect(sheet.getByText(/3.fichiers refusés/)).toBeVisible()
})

/** A file of 100 Mo and one byte, built in the page. */
async function pasteOneByteTooMany(page: Page): Promise<void> {
  await page.evaluate(() => {
    const piece = new Blob([new Uint8Array(1024 * 1024)])
    const file = new File([...Array.from({ length: 100 }, () => piece), 'x'], 'IMG_1.jpg', { type: 'image/jpeg' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  })
}

test('shows the message of a refused photo in Envois, and sends it on a later retry', async ({ page }) => {
  const stage = scene()
  const uploads = /^(POST|PATCH|HEAD) \S*\/medias\/uploads/
  await enter(page, stage, { person: stage.karim, to: list })
  await openEvenement(page, stage)
  // Without network, the photo is stored before the page learns of the changed registration and hides its button.
  await page.context().setOffline(true)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await setInscription(stage, 'EN_ATTENTE')
  await page.context().setOffline(false)
  await page
    .getByRole('link', { name: /^Envois/ })
    .filter({ visible: true })
    .click()
  const main = page.getByRole('main')
  await expectPhrase(main, 'uploadNonAutorise')
  await setInscription(stage, 'VALIDE')
  const retry = page.getByRole('button', { name: phrases.reessayer, exact: true })
  const renameTable = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`
  await renameTable('upload', 'upload_absente').execute(stage.parts.database)
  await retry.click()
  await expectPhrase(main, 'uploadErreurServeur')
  // A proxy on the way that limits sizes, and one that supports fewer methods, with their own pages. The photo is sent
  // again by itself after some seconds.
  answerInstead(stage, uploads, pageOfProxy('413 Request Entity Too Large'))
  await renameTable('upload_absente', 'upload').execute(stage.parts.database)
  await expectPhrase(main, 'uploadTropVolumineux')
  answerInstead(stage, uploads, pageOfProxy('405 Not Allowed'))
  await retry.click()
  await expectPhrase(main, 'uploadErreurInattendue')
  clearFault(stage)
  await retryAll(page)
  await expect(page.getByText(/^Reçue à/)).toBeVisible()
  expect((await mediasOf(stage)).filter(({ statut }) => statut === 'EN_ATTENTE')).toHaveLength(1)
  await returnToEvenement(page, stage)
  await addMedia(page, [{ name: 'IMG_2.png', mimeType: 'image/png', buffer: pngHeader(30_001, 2) }])
  await page.goto(`${stage.origin}/participant/envois`)
  await expectPhrase(main, 'uploadRequeteInvalide')
  await expect(main.getByText(/les dimensions de l'image dépassent la limite/)).toBeVisible()
})

function setInscription({ parts, evenementId, karim }: Stage, statutInscription: 'EN_ATTENTE' | 'VALIDE') {
  return parts.database
    .updateTable('inscription')
    .set({ statutInscription })
    .where('evenementId', '=', evenementId)
    .where('utilisateurId', '=', karim.id)
    .execute()
}

test('filters a large album, opens it by touch and keys, and restores its state', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête du lac' })
  await unGrandAlbum(stage, { evenementId: id, nombre: 2000 })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
  await enter(page, stage, { person: stage.karim, to: `${list}/${id}` })
  const main = page.getByRole('main')
  const photo = (place: number) => main.locator(`li[aria-posinset="${place}"] button`)
  await expect(photo(1)).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(photo(2000)).toBeVisible()
  expect(await page.locator('body *').count()).toBeLessThanOrEqual(600)
  await photo(2000).click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('2 000 sur 2 000', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(viewer.getByText('1 sur 2 000', { exact: true })).toBeVisible()
  const fingers = await Fingers.of(page)
  await fingers.doubleTap({ x: 195, y: 400 })
  await expect(viewer).toHaveAttribute('data-zoomed')
  await fingers.doubleTap({ x: 195, y: 400 })
  await expect(viewer).not.toHaveAttribute('data-zoomed')
  await page.keyboard.press('Escape')
  await expect(photo(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(photo(5)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(viewer.getByText('5 sur 2 000', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(photo(5)).toBeFocused()
  await main.getByRole('button', { name: /^Favoris/ }).click()
  await expect(page).toHaveURL(/filtre=FAVORIS/)
  const favoris = Number(await photo(1).locator('xpath=..').getAttribute('aria-setsize'))
  expect(favoris).toBeLessThan(200)
  await page.evaluate(() => scrollTo(0, 3000))
  await expect(photo(60)).toBeVisible()
  const before = await placeOf(photo(60))
  await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bonjour Karim' })).toBeVisible()
  await page.goBack()
  await expect(photo(60)).toBeVisible()
  expect(Math.abs((await placeOf(photo(60))) - before)).toBeLessThanOrEqual(2)
})

test('opens the photos at the address of the album, or the event while there are none', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête du port' })
  await uneInscription(stage, { evenementId, utilisateurId: stage.karim.id })
  const to = `${list}/${evenementId}/medias`
  await enter(page, stage, { person: stage.karim, to })
  await expect(page.getByText('Pas encore de photos')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Fête du port' })).toBeInViewport()
  await unGrandAlbum(stage, { evenementId, nombre: 60 })
  await page.reload()
  await expect(page.locator('main [data-media]').nth(8)).toBeInViewport()
  await expect(page.getByRole('group', { name: 'Montrer' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 1, name: 'Fête du port' })).not.toBeInViewport()
})

for (const under of ['', '/medias']) {
  // Both addresses have the same album.
  const tag = under === '' ? {} : { tag: '@long' }
  test(
    `restores the scroll position of the album after a reload or a discarded page (…${under})`,
    tag,
    async ({ page }) => {
      const stage = scene()
      const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Nuit blanche' })
      await uneInscription(stage, { evenementId, utilisateurId: stage.karim.id })
      await unGrandAlbum(stage, { evenementId, nombre: 300 })
      const to = `${list}/${evenementId}${under}`
      await enter(page, stage, { person: stage.karim, to })
      await expect(page.locator('main [data-media]').first()).toBeVisible()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
      const id = await page.locator('main [aria-posinset="150"] [data-media]').getAttribute('data-media')
      const tile = page.locator(`main [data-media="${id}"]`)
      await expect(tile).toBeInViewport()
      const before = await placeOf(tile)
      const expectSamePlace = async () => {
        await expect(tile).toBeInViewport()
        await expect.poll(async () => Math.abs((await placeOf(tile)) - before)).toBeLessThanOrEqual(2)
      }
      // The offline banner above appears and disappears.
      const line = page.getByText(/^Hors ligne/)
      await page.context().setOffline(true)
      await expect(line).toBeVisible()
      await expectSamePlace()
      await page.context().setOffline(false)
      await expect(line).toBeHidden()
      await expectSamePlace()
      await page.reload()
      await expectSamePlace()
      // A phone that discards a background page only sends visibilitychange to hidden.
      await page.evaluate(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true))
      await unMedia(stage, { evenementId, auteurId: stage.lea.id, statut: 'VALIDE' })
      await page.reload()
      await expectSamePlace()
      // Elsewhere the page is loaded again too, and back returns here.
      await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Bonjour Karim' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Bonjour Karim' })).toBeVisible()
      await page.goBack()
      await expectSamePlace()
      // Opening the same address again is a new visit.
      await page.goto(`${stage.origin}/participant/dashboard`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto(`${stage.origin}${to}`)
      await expect(page.locator('main [data-media]').first()).toBeVisible()
      await expect(tile).not.toBeInViewport()
    },
  )
}

for (const space of ['participant', 'organizer'] as const) {
  test(`requests the photos together with the event opened by its address (${space})`, async ({ page }) => {
    const stage = scene()
    const { evenementId, karim, claire } = stage
    await deposer(stage, karim, 1)
    const person = space === 'participant' ? karim : claire
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(new RegExp(`/api/\\S*/evenements/${evenementId}$`), async (route) => {
      await held
      await route.continue()
    })
    const indexes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('format=index')) indexes.push(request.url())
    })
    const asked = Promise.all([page.waitForRequest(/format=index/), page.waitForRequest(/\/signature$/)])
    await enter(page, stage, { person, to: `/${space}/evenements/${evenementId}/medias` })
    await asked
    letGo()
    await expect(page.locator('main [data-media] img').first()).toBeVisible()
    // Prefetched data are not requested again.
    expect(indexes).toHaveLength(1)
  })
}

test('inserts new photos above without moving the visible ones', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal du port' })
  await unGrandAlbum(stage, { evenementId: id, nombre: 120 })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
  const fresh = []
  for (let n = 0; n < 4; n += 1) fresh.push((await unMedia(stage, { evenementId: id, auteurId: stage.lea.id })).id)
  await enter(page, stage, { person: stage.karim, to: `${list}/${id}` })
  const main = page.getByRole('main')
  await expect(main.locator('li[aria-setsize="120"]').first()).toBeVisible()
  await expect(main.getByLabel('Jour', { exact: true })).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const seen = main.locator('li[aria-posinset="120"] button')
  const name = (await seen.getAttribute('data-media')) ?? ''
  await expect(seen).toBeVisible()
  const looked = main.locator(`[data-media="${name}"]`)
  const before = await placeOf(looked)
  for (const mediaId of fresh) {
    await fetch(`${stage.server.address}/api/frontend/organisateur/medias/${mediaId}/valider`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${stage.claire.token}` },
    })
  }
  await expect(main.locator('li[aria-setsize="124"]').first()).toBeVisible()
  // They are of another day, so that the day filter appears above.
  await expect(main.getByLabel('Jour', { exact: true })).toBeAttached()
  expect(Math.abs((await placeOf(looked)) - before)).toBeLessThanOrEqual(2)
})

test('finds a rejected photo with its reason and replaces it; a person in another photo requests removal', async ({
  page,
}) => {
  const stage = scene()
  const { evenementId } = stage
  const mine = await unMedia(stage, { evenementId, auteurId: stage.karim.id, statut: 'REJETE' })
  await stage.parts.database.updateTable('media').set({ raison: 'Photo floue' }).where('id', '=', mine.id).execute()
  const other = await unMedia(stage, { evenementId, auteurId: stage.lea.id, statut: 'VALIDE' })
  await enter(page, stage, { person: stage.karim, to: '/participant' })
  await page.getByRole('link', { name: /1 rejeté/ }).click()
  await expect(page).toHaveURL(/\/participant\/medias\?statut=REJETE/)
  await expect(page.getByRole('main').getByText('Photo floue')).toBeVisible()
  await page.getByRole('button', { name: 'Remplacer' }).click()
  const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
  await expect(sheet.getByText(titreEvenement)).toBeVisible()
  await page.keyboard.press('Escape')
  await sheetsAreLeft(page)
  await page.goto(`${stage.origin}${list}/${evenementId}?media=${other.id}`)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Je suis dessus, la retirer' }).click()
  await expect(page.getByLabel('Pourquoi (facultatif)')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(page.getByText('Demande envoyée', { exact: true })).toBeVisible()
  const demandes = await stage.parts.database.selectFrom('demandeRetrait').selectAll().execute()
  expect(demandes).toMatchObject([{ mediaId: other.id, demandeurId: stage.karim.id, statut: 'EN_ATTENTE' }])
  await enter(page, stage, {
    person: stage.claire,
    to: `/organisateur/evenements/${evenementId}/medias?vue=demandes`,
  })
  const card = page.getByRole('article', { name: /^Karim/ })
  await expect(card.getByText(/Demande reçue/)).toBeVisible()
  await expect(card.getByRole('blockquote')).toHaveCount(0)
})

test('says why a photo that is picked again was rejected, and sends it in place of the rejected one', async ({
  page,
}) => {
  const stage = scene()
  await stage.parts.database.deleteFrom('media').execute()
  const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }
  await enter(page, stage, { person: stage.karim, to: list })
  await openEvenement(page, stage)
  await addMedia(page, [file])
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  const rejection = { statut: 'REJETE', raison: 'Photo floue' } as const
  await stage.parts.database.updateTable('media').set(rejection).execute()
  await returnToEvenement(page, stage)
  await addMedia(page, [file])
  await page.goto(`${stage.origin}/participant/envois`)
  const row = page.getByRole('listitem').filter({ hasText: 'Déjà rejetée' })
  await expect(row.getByText(/a déjà rejeté cette photo\s:\s«\sPhoto floue\s»\./)).toBeVisible()
  await row.getByRole('button', { name: 'La renvoyer quand même' }).click()
  await expect(page.getByText(/^Reçue à/)).toHaveCount(2)
  expect((await mediasOf(stage)).map(({ statut }) => statut)).toEqual(['SUPPRIME', 'EN_ATTENTE'])
})

test('lets a cancelled participant find, download and delete their own media', async ({ page }) => {
  const stage = scene()
  const { evenementId, karim, parts } = stage
  await deposer(stage, karim, 1)
  const registration = parts.database.updateTable('inscription').set({ statutInscription: 'ANNULE' })
  const own = registration.where('evenementId', '=', evenementId).where('utilisateurId', '=', karim.id)
  await own.execute()
  await enter(page, stage, { person: karim, to: '/participant/medias' })
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Télécharger.: / })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/)
  const remove = page.getByRole('button', { name: /^Supprimer.: / })
  const count = await remove.count()
  await remove.first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expectPhrase(page, 'mediaSupprime')
  await expect(remove).toHaveCount(count - 1)
  expect((await mediasOf(stage)).at(-1)).toMatchObject({ auteurId: karim.id, statut: 'SUPPRIME' })
})

async function placeOf(tile: Locator): Promise<number> {
  return (await tile.boundingBox())?.y ?? Number.NaN
}
