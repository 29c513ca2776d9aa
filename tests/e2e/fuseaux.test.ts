import { expect, type Browser, type Page, test } from '@playwright/test'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { unEvenement, uneInscription, uneInvitation } from '#tests/support/builders.ts'
import { enter, onTablet, stageOfFile, plain } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { unePhotoDecrite } from '#tests/support/photos.ts'
import type { Stage } from '#tests/support/stage.ts'

test.use(plain)
const scene = stageOfFile()

/** From six in the evening to five in the morning in New York, in the night when daylight saving time ends. */
const night = {
  dateDebut: '2027-11-06T22:00:00.000Z',
  dateFin: '2027-11-07T10:00:00.000Z',
  fuseau: 'America/New_York',
  statut: 'PLANIFIE',
} as const
const [start, end] = ['samedi 6 novembre 2027, 18:00', 'dimanche 7 novembre 2027, 05:00']

async function withTabletIn(browser: Browser, timezoneId: string, look: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ ...onTablet, locale: 'fr-FR', timezoneId })
  try {
    await look(await context.newPage())
  } finally {
    await context.close()
  }
}

const anEvent = (stage: Stage, more: { titre: string }) =>
  unEvenement(stage, { createurId: stage.claire.id, ...night, ...more })

for (const { zone, suffix, tag } of [
  { zone: 'America/New_York', suffix: '', tag: '@long' },
  { zone: 'America/Toronto', suffix: '' },
  { zone: 'Europe/Paris', suffix: ', heure de New York' },
  { zone: 'Asia/Tokyo', suffix: ', heure de New York', tag: '@long' },
]) {
  test(
    `shows an event of New York in its time on a device in ${zone}`,
    { ...(tag && { tag }) },
    async ({ browser }) => {
      const stage = scene()
      const { id, titre } = await anEvent(stage, { titre: `Bal vu de ${zone}` })
      const { code } = await unLien(stage, { evenementId: id })
      await uneInvitation(stage, { evenementId: id, invite: stage.lea })
      await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
      await withTabletIn(browser, zone, async (page) => {
        await page.goto(`${stage.origin}/e/${code}`)
        await expect(page.getByText(start)).toBeVisible()
        const facts = page.getByRole('listitem').filter({ hasText: start })
        await expect(facts).toHaveText(`${start}jusqu'au ${end}${suffix}`)
        await enter(page, stage, { person: stage.lea, to: '/participant/evenements' })
        await expect(page.getByRole('article', { name: titre })).toContainText(`18:00${suffix}, Annecy`)
        await expect(page.getByRole('article', { name: titre })).toContainText('sam. 6 nov.')
        await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${id}` })
        await expect(page.getByText(`${end}${suffix}`)).toBeVisible()
        await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
        const card = page.getByRole('listitem').filter({ hasText: titre })
        await expect(card).toContainText(`${start}${suffix}`)
      })
    },
  )
}

test('creates an event in Tokyo, and an edit in Paris keeps its time', async ({ browser }) => {
  const stage = scene()
  const eventOf = (titre: string) =>
    stage.parts.database.selectFrom('evenement').selectAll().where('titre', '=', titre).executeTakeFirstOrThrow()
  await withTabletIn(browser, 'Asia/Tokyo', async (page) => {
    await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
    await page.getByRole('button', { name: 'Créer un événement' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByLabel('Fuseau horaire')).toHaveValue('Asia/Tokyo')
    await sheet.getByLabel('Titre').fill('Hanami')
    await sheet.getByLabel('Description').fill('Sous les cerisiers')
    await sheet.getByLabel('Début').fill('2027-03-28T02:30')
    await sheet.getByLabel('Fin', { exact: true }).fill('2027-03-28T21:00')
    await sheet.getByLabel('Lieu').fill('Ueno')
    await sheet.getByRole('button', { name: 'Créer et voir le QR code' }).click()
    await expect(page.getByText(phrases.evenementCree).first()).toBeVisible()
  })
  const made = await eventOf('Hanami')
  expect(made).toMatchObject({ fuseau: 'Asia/Tokyo', dateDebut: '2027-03-27T17:30:00.000Z' })
  await withTabletIn(browser, 'Europe/Paris', async (page) => {
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements?modifier=${made.id}` })
    const sheet = page.getByRole('dialog')
    // This time does not exist in Paris (daylight saving time).
    await expect(sheet.getByLabel('Début')).toHaveValue('2027-03-28T02:30')
    await sheet.getByLabel('Titre').fill('Hanami de nuit')
    await sheet.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText(phrases.evenementModifie).first()).toBeVisible()
    expect(await eventOf('Hanami de nuit')).toMatchObject({ dateDebut: made.dateDebut, dateFin: made.dateFin })
    await page.getByRole('button', { name: `${phrases.evenementModifier} Hanami de nuit` }).click()
    await sheet.getByLabel('Fuseau horaire').selectOption('Europe/Paris')
    await sheet.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(sheet.getByText(/^Cette heure n'existe pas ce jour-là \(heure de Paris\)/)).toBeVisible()
  })
  expect(await eventOf('Hanami de nuit')).toMatchObject({ fuseau: 'Asia/Tokyo' })
})

test.describe(() => {
  test.use({ ...onTablet, timezoneId: 'Asia/Tokyo' })
  test('writes the calendar file in the zone of the event', async ({ page }) => {
    const stage = scene()
    const { id } = await anEvent(stage, { titre: 'Bal imprimé' })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}` })
    await page.getByRole('tab', { name: 'Détails' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Ajouter à mon agenda' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toContain('DTSTART;TZID=America/New_York:20271106T180000')
  })
})

test('shows the album of an event of New York in its time, and names the zone in Paris', async ({ page }) => {
  const stage = scene()
  await stage.parts.database
    .updateTable('evenement')
    .set({ fuseau: 'America/New_York' })
    .where('id', '=', stage.evenementId)
    .execute()
  await deposer(stage, stage.karim, 1)
  await validateAll(stage)
  const datePrise = '2026-06-14T02:04:00.000Z'
  await stage.parts.database.updateTable('media').set({ datePrise }).execute()
  await enter(page, stage, { person: stage.lea, to: `/participant/evenements/${stage.evenementId}` })
  await expect(page.getByRole('heading', { name: /13 juin.*vers 22.h/ })).toBeVisible()
  await expect(page.getByText("Les heures sont celles de l'événement (heure de New York).")).toBeVisible()
  await page.getByRole('button', { name: /^Photo de Karim Haddad, 22:04/ }).click()
  const viewer = page.getByRole('dialog', { name: /^Photo de Karim Haddad, 22:04/ })
  await expect(viewer.getByText(/samedi 13 juin( 2026)?, 22:04, heure de New York/)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  const buffer = await unePhotoDecrite(new Date(datePrise))
  await page
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  const picked = page.getByRole('dialog', { name: phrases.ajouterMedia }).getByRole('listitem')
  await expect(picked).toContainText('22:04')
})

test('shows the day of a deleted event in its time', async ({ browser }) => {
  const stage = scene()
  const { id, titre } = await anEvent(stage, { titre: 'Bal annulé' })
  await stage.parts.database
    .updateTable('evenement')
    .set({ supprimeLe: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await withTabletIn(browser, 'Asia/Tokyo', async (page) => {
    await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
    const deleted = page.getByRole('region', { name: 'Événements supprimés' })
    await expect(deleted.getByRole('listitem').filter({ hasText: titre })).toContainText('6 novembre 2027')
  })
})
