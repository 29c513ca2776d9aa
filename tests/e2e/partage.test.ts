import { expect, test, type Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { sharedField, sharePath } from '#domain/contract/sharePath.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unEvenement, uneInscription } from '#tests/support/builders.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { unePhotoPriseLe } from '#tests/support/photos.ts'
import { openStage, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { signIn } from '#tests/support/steps.ts'

const hourMs = 3_600_000
const thatDay = Date.now() - 5 * 24 * hourMs
let stage: Stage
let phone: Phone
let piqueNique: number
test.beforeAll(async () => {
  stage = await openStage()
  const evenement = { createurId: stage.claire.id, titre: 'Pique-nique', statut: 'TERMINE' } as const
  const dateDebut = new Date(thatDay - hourMs).toISOString()
  const dateFin = new Date(thatDay + hourMs).toISOString()
  piqueNique = (await unEvenement(stage, { ...evenement, dateDebut, dateFin })).id
  await uneInscription(stage, { evenementId: piqueNique, utilisateurId: stage.karim.id })
})
test.beforeEach(async () => {
  stage.network.fault = { kind: 'none' }
  phone = await openPhone()
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('offers photos shared offline to the event of their date, and sends them there', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim, { remember: true })
  const granted = page.waitForResponse((answer) => answer.url().includes(`/${piqueNique}/upload-grants`) && answer.ok())
  await page.goto(`${stage.origin}/participant`)
  await granted
  await page.goto(`${stage.origin}/participant/evenements`)
  await expect(page.getByText('Pique-nique')).toBeVisible()
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await share(page, 2)
  await expect(page.getByText('2 fichiers partagés')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: titreEvenement })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Pique-nique' })).toBeChecked()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: /^Envoyer 2 / }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/envois`)
  await expect(page.getByText('2 photos en sécurité sur ce téléphone').first()).toBeVisible()
  stage.network.fault = { kind: 'none' }
  const arrived = stage.parts.database.selectFrom('media').select(['evenementId', 'datePrise']).orderBy('datePrise')
  await expect.poll(async () => (await arrived.execute()).length).toBe(2)
  const medias = await arrived.execute()
  expect(medias.map(({ evenementId }) => evenementId)).toEqual([piqueNique, piqueNique])
  const second = Math.floor(thatDay / 1000) * 1000
  expect(medias.map(({ datePrise }) => Date.parse(datePrise))).toEqual([second, second + 1000])
  await page.goto(`${stage.origin}/participant/partage`)
  await expect(page.getByText('Rien à partager')).toBeVisible()
})

test('asks about a second shared batch after the first', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim, { remember: true })
  await share(page, 1)
  await expect(page.getByText('1 fichier partagé', { exact: true })).toBeVisible()
  const later = await phone.context.newPage()
  await later.goto(`${stage.origin}/participant`)
  await share(later, 2)
  await expect(later.getByText('3 fichiers partagés')).toBeVisible()
  await page.getByRole('button', { name: 'Ne rien ajouter' }).click()
  await expect(page.getByText('2 fichiers partagés')).toBeVisible()
  await page.getByRole('button', { name: 'Ne rien ajouter' }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements`)
})

test('sends no file that was taken out of the choice, when others were shared after it', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim, { remember: true })
  const before = await stage.parts.database.selectFrom('media').select('id').execute()
  await share(page, 2)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page
    .getByRole('button', { name: /^Retirer la / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Envoyer 1 / })).toBeVisible()
  const later = await phone.context.newPage()
  await later.goto(`${stage.origin}/participant`)
  await share(later, 1)
  await later.close()
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('3 fichiers partagés')).toBeVisible()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('button', { name: /^Envoyer 2 / }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/envois`)
  const all = stage.parts.database.selectFrom('media').select('id')
  await expect.poll(async () => (await all.execute()).length).toBe(before.length + 2)
})

test('deletes shared files that are not wanted, and shows without a worker that nothing arrived', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim)
  await share(page, 1)
  await expect(page.getByText('1 fichier partagé', { exact: true })).toBeVisible()
  expect(await keptFiles(page)).toBe(1)
  await page.getByRole('button', { name: 'Ne rien ajouter' }).click()
  await expect.poll(() => keptFiles(page)).toBe(0)
  const answer = await fetch(`${stage.server.address}${sharePath}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x--',
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/participant/partage?echec=1'])
  await page.goto(`${stage.origin}/participant/partage?echec=1`)
  await expect(page.getByText(/n'ont pas pu être gardés/)).toBeVisible()
})

test('deletes shared files after a day, also when their person does not open them', async () => {
  const { page } = phone
  await signIn(page, stage, stage.karim)
  await share(page, 1)
  await expect(page.getByText('1 fichier partagé', { exact: true })).toBeVisible()
  await page.evaluate(
    async (keptAt) => {
      const cache = await caches.open('eclats-partage')
      const [path] = await cache.keys()
      const file = path && (await cache.match(path))
      if (!file) throw new Error('no shared file is stored')
      const headers = new Headers(file.headers)
      headers.set('X-Kept-At', String(keptAt))
      await cache.put(path, new Response(await file.blob(), { headers }))
    },
    Date.now() - 25 * hourMs,
  )
  await page.goto(`${stage.origin}/participant`)
  await expect.poll(() => keptFiles(page)).toBe(0)
})

test('says to an organiser that shared files need the account of a participant, and deletes them', async () => {
  const { page } = phone
  await signIn(page, stage, stage.claire)
  await share(page, 1, /\/organizer$/)
  const sentence = page.getByText("Le partage de fichiers s'ouvre avec un compte participant.", { exact: true })
  await expect(sentence).toBeVisible()
  expect(await keptFiles(page)).toBe(0)
})

test('says that the events could not be loaded instead of that none is open', async () => {
  const { page } = phone
  const loaded = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: mine, until: loaded.promise }
  await signIn(page, stage, stage.karim)
  await share(page, 1)
  await expect(page.getByText('Chargement des événements')).toBeAttached()
  const waiting = page.getByText("1 fichier partagé attend ici jusqu'à demain.")
  await expect(waiting).toBeVisible()
  await expect(page.getByText('Aucun événement ouvert')).toBeHidden()
  stage.network.fault = { kind: 'instead', request: mine, answer: badGateway }
  await page.reload()
  // Before the reload the page would store the answer, and show it after it.
  loaded.resolve()
  await expectPhrase(page.getByRole('alert'), 'evenementsErreur')
  await expect(waiting).toBeVisible()
  stage.network.fault = { kind: 'none' }
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
})

/** The list of the events of a participant. */
const mine = /^GET \/api\/inscriptions/

/** How many shared files the device keeps. */
function keptFiles(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('eclats-partage')).keys()).length)
}

/** Submits a form to the share target of the manifest, as the system does. @param opened address of the page it opens */
async function share(page: Page, count: number, opened = /\/participant\/partage/): Promise<void> {
  const taken = Array.from({ length: count }, (_, at) => new Date(thatDay + at * 1000))
  const photos = await Promise.all(taken.map(async (instant) => (await unePhotoPriseLe(instant)).toString('base64')))
  await page.evaluate(
    ({ encoded, path, field }) => {
      const data = new DataTransfer()
      for (const [at, photo] of encoded.entries()) {
        const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], `IMG_${at}.jpg`, { type: 'image/jpeg' }))
      }
      const form = Object.assign(document.createElement('form'), {
        method: 'POST',
        action: path,
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field, multiple: true })
      input.files = data.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { encoded: photos, path: sharePath, field: sharedField },
  )
  await page.waitForURL(opened)
}
