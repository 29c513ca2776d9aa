import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { advanceStatuts } from '#server/evenement/evenement.jobs.ts'
import { unEvenement, uneInscription, unOrganisateur } from '#tests/support/builders.ts'
import { enter, fillLogin, onTablet, openUserMenu, stageOfFile, plain } from '#tests/support/journey.ts'
import { momentPattern } from '#tests/support/moments.ts'
import type { Stage } from '#tests/support/stage.ts'
import { sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onTablet, ...plain })
const list = '/organizer/evenements'
const hour = 3_600_000

const sheet = (page: Page) => page.getByRole('dialog')
const openForm = async (page: Page, titre: string) => {
  await page.getByRole('button', { name: `${phrases.evenementModifier} ${titre}` }).click()
  await expect(sheet(page).getByLabel('Titre')).toHaveValue(titre)
}
const save = (page: Page) => sheet(page).getByRole('button', { name: 'Enregistrer' }).click()
const rowOf = (stage: Stage, id: number) =>
  stage.parts.database.selectFrom('evenement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const patch = async (stage: Stage, id: number, body: object) => {
  const answer = await fetch(`${stage.origin}/api/frontend/organisateur/evenements/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stage.claire.token}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test('saves the title from a form opened before the start of the event, and keeps the event running', async ({
  page,
}) => {
  const stage = scene()
  const dates = {
    dateDebut: new Date(Date.now() + hour).toISOString(),
    dateFin: new Date(Date.now() + 2 * hour).toISOString(),
  }
  const { id } = await unEvenement(stage, {
    createurId: stage.claire.id,
    titre: 'Bal ouvert',
    statut: 'PLANIFIE',
    ...dates,
  })
  await enter(page, stage, { person: stage.claire, to: list })
  await openForm(page, 'Bal ouvert')
  const later = (ms: number) => ({ database: stage.parts.database, clock: { now: () => new Date(Date.now() + ms) } })
  await advanceStatuts(later(1.5 * hour))
  await patch(stage, id, { lieu: 'Genève' })
  await sheet(page).getByLabel('Titre').fill('Bal clos')
  await save(page)
  await expect(sheet(page)).toBeHidden()
  expect(await rowOf(stage, id)).toMatchObject({
    titre: 'Bal clos',
    lieu: 'Genève',
    statut: 'EN_COURS',
    statutManuel: 0,
  })
  await advanceStatuts(later(2.5 * hour))
  expect(await rowOf(stage, id)).toMatchObject({ statut: 'TERMINE' })
})

test('offers a choice for a field changed on two screens, and refuses a capacity below the taken places', async ({
  page,
}) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal double', capaciteMax: 10 })
  for (const person of [stage.karim, stage.lea])
    await uneInscription(stage, { evenementId: id, utilisateurId: person.id })
  await enter(page, stage, { person: stage.claire, to: list })
  await openForm(page, 'Bal double')
  await patch(stage, id, { titre: 'Bal des autres' })
  await sheet(page).getByLabel('Titre').fill('Mon bal')
  await save(page)
  const conflict = sheet(page).getByRole('group', { name: 'Titre' })
  await expect(conflict).toContainText('Mon bal')
  await expect(conflict).toContainText('Bal des autres')
  await expect(
    sheet(page).getByText(
      new RegExp(`Vous avez modifié cet événement entre-temps, ${momentPattern} depuis un autre écran`),
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: "Prendre l'enregistré : Titre" }).click()
  await expect(sheet(page).getByLabel('Titre')).toHaveValue('Bal des autres')
  await sheet(page).getByLabel('Capacité maximale').fill('1')
  await save(page)
  await expect(sheet(page).getByText(/ne peut pas être inférieure à 2, /)).toBeVisible()
  await sheet(page).getByLabel('Capacité maximale').fill('2')
  await save(page)
  await expect(sheet(page)).toBeHidden()
  expect(await rowOf(stage, id)).toMatchObject({ titre: 'Bal des autres', capaciteMax: 2 })
})

test('keeps the input after Escape, backdrop, back, reload and an expired session until it is discarded', async ({
  page,
}) => {
  const stage = scene()
  const nora = await unOrganisateur(stage, { email: 'nora@eclats.test', prenom: 'Nora' })
  await unEvenement(stage, { createurId: nora.id, titre: 'Bal long' })
  await enter(page, stage, { person: nora, to: list })
  const leavings: readonly (() => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
  ]
  await openForm(page, 'Bal long')
  await sheet(page).getByLabel('Description').fill('Toute la nuit')
  for (const leave of leavings) {
    await leave()
    await expect(sheet(page)).toBeHidden()
    await openForm(page, 'Bal long')
    await expect(sheet(page).getByLabel('Description')).toHaveValue('Toute la nuit')
  }
  await page.reload()
  await expect(sheet(page).getByLabel('Description')).toHaveValue('Toute la nuit')

  await sheet(page).getByLabel('Lieu').fill('Évian')
  await stage.parts.database.deleteFrom('session').where('utilisateurId', '=', nora.id).execute()
  // The next request of the page is refused.
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await fillLogin(page, nora.email)
  await page.getByLabel('Appareil partagé').check()
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(sheet(page).getByLabel('Description')).toHaveValue('Toute la nuit')
  await expect(sheet(page).getByLabel('Lieu')).toHaveValue('Évian')
  await sheet(page).getByRole('button', { name: 'Abandonner le brouillon' }).click()
  await expect(sheet(page).getByLabel('Description')).not.toHaveValue('Toute la nuit')
})

test('hides a draft from the next organiser on this device, and deletes it at logout', async ({ page }) => {
  const stage = scene()
  const zoe = await unOrganisateur(stage, { email: 'zoe@eclats.test', prenom: 'Zoé' })
  const close = async () => {
    await page.keyboard.press('Escape')
    await sheetsAreLeft(page)
  }
  const create = () => page.getByRole('button', { name: 'Créer un événement' }).first().click()
  await enter(page, stage, { person: stage.claire, to: list })
  await create()
  await sheet(page).getByLabel('Titre').fill('Surprise')
  await close()
  await enter(page, stage, { person: zoe, to: list })
  await create()
  await expect(sheet(page).getByLabel('Titre')).toHaveValue('')
  await close()
  await enter(page, stage, { person: stage.claire, to: list })
  await create()
  await expect(sheet(page).getByLabel('Titre')).toHaveValue('Surprise')
  await close()
  await openUserMenu(page)
  await page.getByText(phrases.deconnexion).filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: phrases.seConnecter }).first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('brouillon'))))
    .toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('scrolls to the error of a field at the lower edge of the sheet', async ({ page }) => {
    const stage = scene()
    const lise = await unOrganisateur(stage, { prenom: 'Lise' })
    await unEvenement(stage, { createurId: lise.id, titre: 'Bal immense' })
    await enter(page, stage, { person: lise, to: list })
    await openForm(page, 'Bal immense')
    await sheet(page).getByLabel('Capacité maximale').fill('99999999999')
    // The field is at the lower edge of the sheet, and its error would be below it.
    await sheet(page)
      .getByLabel('Capacité maximale')
      .evaluate((field) => field.scrollIntoView({ block: 'end' }))
    await save(page)
    const error = sheet(page).getByText(/^La capacité maximale ne peut/)
    await expect(error).toBeVisible()
    await expect(error).toBeInViewport({ ratio: 1 })
  })
})
