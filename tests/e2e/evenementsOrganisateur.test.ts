import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { type PhraseKey, phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unEvenement, uneInscription, unOrganisateur } from '#tests/support/builders.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  expectRefusal,
  onTablet,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { expectPhrase, notePhrase } from '#tests/support/phrasesSeen.ts'
import { mediasOf, titreEvenement } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { sheetHasEntry } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onTablet, ...plain })
const list = '/organizer/evenements'
const onLists = /^GET \/api\/frontend\/organisateur\/evenements\?inscriptions=comptes HTTP/

test('shows missing fields in the specified order, saves once, and edits and deletes by the card', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: list })
  await page.getByRole('button', { name: 'Créer un événement' }).click()
  const sheet = page.getByRole('dialog')
  await expectPhrase(sheet, 'evenementCreerTitre')
  const save = sheet.getByRole('button', { name: 'Créer et voir le QR code' })
  const steps: readonly [string, string, PhraseKey][] = [
    ['Titre', 'Fête de la musique', 'evenementTitreRequis'],
    ['Description', 'Un soir de juin', 'evenementDescriptionRequise'],
    ['Début', '2027-06-21T18:00', 'evenementDateDebutRequise'],
    ['Fin', '2027-06-21T18:00', 'evenementDateFinRequise'],
  ]
  for (const label of ['Description', 'Début', 'Fin', 'Lieu']) await sheet.getByLabel(label, { exact: true }).fill('')
  for (const [label, value, key] of steps) {
    await save.click()
    await expectPhrase(sheet, key)
    await expect(sheet.locator('[aria-invalid="true"]')).toHaveCount(1)
    await sheet.getByLabel(label, { exact: true }).fill(value)
  }
  await save.click()
  await expectPhrase(sheet, 'evenementDatesOrdre')
  await sheet.getByLabel('Fin').fill('2027-06-20T23:00')
  await save.click()
  await expect(sheet.getByText(phrases.evenementDatesOrdre)).toBeVisible()
  await sheet.getByLabel('Fin').fill('2027-06-19T23:00')
  await expectPhrase(sheet, 'evenementDatesAnterieure')
  await sheet.getByLabel('Fin').fill('2027-06-21T23:00')
  await expect(sheet.getByText(phrases.evenementDatesAnterieure)).toBeHidden()
  await save.click()
  await expectPhrase(sheet, 'evenementLieuRequis')
  await sheet.getByLabel('Lieu').fill('  Annecy  ')
  await sheet.getByLabel('Capacité maximale').fill('0')
  await save.click()
  await expectPhrase(sheet, 'evenementCapaciteMin')
  await sheet.getByLabel('Capacité maximale').fill('40')

  const create = /^POST \/api\/frontend\/organisateur\/evenements HTTP/
  answerInstead(stage, create, badGateway)
  await save.click()
  await expectPhrase(sheet.getByRole('alert'), 'evenementSauvegardeErreur')

  const { promise: until, resolve: letThrough } = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: create, until }
  stage.network.requests.length = 0
  await save.click()
  await expectPhrase(sheet, 'traitement')
  await sheet.getByText(phrases.traitement).click({ force: true })
  letThrough()
  clearFault(stage)
  await expectPhrase(page, 'evenementCree')
  await closeToast(page)
  expect(stage.network.requests.filter((line) => create.test(line))).toHaveLength(1)
  const { titre, lieu, createurId } = await stage.parts.database
    .selectFrom('evenement')
    .selectAll()
    .where('titre', '=', 'Fête de la musique')
    .executeTakeFirstOrThrow()
  expect({ titre, lieu, createurId }).toEqual({
    titre: 'Fête de la musique',
    lieu: 'Annecy',
    createurId: stage.claire.id,
  })
})

test('changes, sets the statut of and deletes an event by its card; shows each failure and reloads the list', async ({
  page,
}) => {
  const stage = scene()
  const { titre } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal masqué', statut: 'PLANIFIE' })
  await enter(page, stage, { person: stage.claire, to: list })
  const card = page.getByRole('listitem').filter({ hasText: titre })
  for (const key of ['evenementModifier', 'evenementDetails', 'evenementGererMedias', 'evenementSupprimer'] as const)
    await expectPhrase(card, key)
  await card.getByRole('button', { name: phrases.evenementModifier }).click()
  const sheet = page.getByRole('dialog')
  await expectPhrase(sheet, 'evenementModifierTitre')
  await sheet.getByLabel('Titre').fill('Bal masqué et costumé')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await expectPhrase(page, 'evenementModifie')
  await closeToast(page)
  const statut = card.getByRole('combobox')
  const cancel = async () => {
    await statut.selectOption('Annulé')
    await page.getByRole('alertdialog').getByRole('button', { name: "Annuler l'événement" }).click()
  }
  answerInstead(stage, /^PUT \/api\/frontend\/organisateur\/evenements\/\d+\/statut/, badGateway)
  stage.network.requests.length = 0
  await cancel()
  await expectPhrase(page, 'evenementStatutErreur')
  await expect(statut).toHaveValue('PLANIFIE')
  await expect.poll(() => stage.network.requests.filter((line) => onLists.test(line))).not.toHaveLength(0)
  clearFault(stage)
  await closeToast(page)
  await page.context().setOffline(true)
  await cancel()
  await expectPhrase(page, 'evenementStatutErreur')
  await expect(page.locator('[data-part=toast]')).toContainText('Le serveur ne répond pas.')
  await expect(statut).toHaveValue('PLANIFIE')
  await page.context().setOffline(false)
  await closeToast(page)
  await statut.selectOption('En cours')
  await expectPhrase(page, 'statutMisAJour')
  await expect(statut).toHaveValue('EN_COURS')
  await closeToast(page)

  const remove = card.getByRole('button', { name: phrases.evenementSupprimer })
  answerInstead(stage, /^DELETE \/api\/frontend\/organisateur\/evenements/, badGateway)
  await remove.click()
  await expectPhrase(page.getByRole('alertdialog'), 'evenementSuppressionQuestion')
  await page.getByRole('alertdialog').getByRole('button', { name: phrases.evenementSupprimer }).click()
  await expectPhrase(page, 'erreurSuppression')
  await expectPhrase(page, 'evenementSuppressionErreur')
  clearFault(stage)
  await closeToast(page)
  await page.context().setOffline(true)
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: phrases.evenementSupprimer }).click()
  await expect(page.locator('[data-part=toast]')).toContainText('Le serveur ne répond pas.')
  await page.context().setOffline(false)
  await closeToast(page)
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: phrases.evenementSupprimer }).click()
  await expectPhrase(page, 'evenementSupprime')
  await expect(statut).toHaveCount(0)
})

test('asks before a statut that ends an event, and offers undo for every change', async ({ page }) => {
  const stage = scene()
  const { id, titre } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Kermesse', statut: 'PLANIFIE' })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.lea.id })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
  await enter(page, stage, { person: stage.claire, to: list })
  const card = page
    .getByRole('listitem')
    .filter({ hasText: titre })
    .filter({ has: page.getByRole('combobox') })
  const statut = card.getByRole('combobox')
  const dialog = page.getByRole('alertdialog')
  const toast = page.getByRole('region', { name: 'Message' })
  await statut.selectOption('Annulé')
  await expect(dialog.getByText(/^2.personnes en sont prévenues\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ne rien changer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(statut).toHaveValue('PLANIFIE')
  await statut.selectOption('Terminé')
  await dialog.getByRole('button', { name: "Terminer l'événement" }).click()
  await expect(statut).toHaveValue('TERMINE')
  await toast.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(statut).toHaveValue('PLANIFIE')
  await closeToast(page)
  await card.getByRole('button', { name: phrases.evenementModifier }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Statut').selectOption('Annulé')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.getByText(/^2.personnes en sont prévenues\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ne rien changer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(sheet.getByLabel('Statut')).toHaveValue('ANNULE')
  const statutOf = () => stage.parts.database.selectFrom('evenement').select('statut').where('id', '=', id).execute()
  expect(await statutOf()).toEqual([{ statut: 'PLANIFIE' }])
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await dialog.getByRole('button', { name: "Annuler l'événement" }).click()
  await expect(statut).toHaveValue('ANNULE')
  await toast.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(statut).toHaveValue('PLANIFIE')
  await closeToast(page)
  await card.getByRole('button', { name: phrases.evenementModifier }).click()
  await sheet.getByLabel('Statut').selectOption('En cours')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(statut).toHaveValue('EN_COURS')
  await toast.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(statut).toHaveValue('PLANIFIE')
  await closeToast(page)
  await card.getByRole('button', { name: phrases.evenementSupprimer }).click()
  await expectPhrase(dialog, 'evenementSuppressionQuestion')
  await expect(dialog.getByText(/disparaissent 2.personnes inscrites\..*30 jours/)).toBeVisible()
  await dialog.getByRole('button', { name: phrases.evenementSupprimer }).click()
  await expect(card).toHaveCount(0)
  await toast.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(card).toHaveCount(1)
  await card.getByRole('button', { name: phrases.evenementSupprimer }).click()
  await dialog.getByRole('button', { name: phrases.evenementSupprimer }).click()
  const deleted = page
    .getByRole('region', { name: 'Événements supprimés' })
    .getByRole('listitem')
    .filter({ hasText: titre })
  await expect(deleted.getByText(/encore 30.jours/)).toBeVisible()
  await deleted.getByRole('button', { name: `Restaurer ${titre}` }).click()
  await expect(card).toHaveCount(1)
  await expect(deleted).toHaveCount(0)
})

test('shows a full plan in three places and disables creation', async ({ page }) => {
  const stage = scene()
  const paul = await unOrganisateur(stage, { email: 'paul@eclats.test', prenom: 'Paul' })
  await enter(page, stage, { person: paul, to: list })
  await expectPhrase(page.getByRole('main'), 'evenementAucun')
  await unEvenement(stage, { createurId: paul.id, titre: 'Vernissage' })
  await page.reload()
  const create = page
    .getByRole('banner')
    .or(page.locator('main header'))
    .getByRole('button', { name: /^Créer/ })
  await expect(create).toBeDisabled()
  await expect(create).toHaveAttribute('title', phrases.quotaTitre.replace('{n}', '1'))
  notePhrase('quotaTitre')
  await expectPhrase(page, 'quotaAvertissement')
  await expectPhrase(page, 'quotaTexte', { n: 1 })
})

test('keeps search and filter in the address, ignores case, and shows an empty result', async ({ page }) => {
  const stage = scene()
  const done = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Gala de printemps', statut: 'TERMINE' })
  await enter(page, stage, { person: stage.claire, to: list })
  const cards = page.getByRole('heading', { level: 3 })
  await expect(cards.filter({ hasText: titreEvenement })).toBeVisible()
  await page.getByLabel('Rechercher un événement').fill('GALA')
  await expect(cards).toHaveText([done.titre])
  await expect(page).toHaveURL(`${stage.origin}${list}?q=GALA`)
  await page.getByText('Terminés').click()
  await expect(page).toHaveURL(/statut=TERMINE/)
  await page.reload()
  await expect(page.getByLabel('Rechercher un événement')).toHaveValue('GALA')
  await expect(cards).toHaveText([done.titre])
  await page.getByText('Annulés').click()
  await expectPhrase(page, 'evenementAucunFiltre')
})

test('empties the search field when the link of the page in the navigation is pressed', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: list })
  const field = page.getByLabel('Rechercher un événement')
  await field.fill('aucun événement de ce nom')
  await expectPhrase(page, 'evenementAucunFiltre')
  await page.getByRole('navigation').getByRole('link', { name: 'Événements' }).click()
  await expect(page).toHaveURL(`${stage.origin}${list}`)
  await expect(field).toHaveValue('')
  await expect(page.getByRole('heading', { level: 3, name: titreEvenement })).toBeVisible()
})

test('shows a corrupt entry as an error card; missing limits disable nothing', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  answerInstead(stage, /^GET \S*\/plan\/limits/, badGateway)
  await page.goto(`${stage.origin}${list}`)
  await expectPhrase(page, 'limitesErreurVotre')
  await expect(page.getByRole('button', { name: 'Créer un événement' })).toBeEnabled()
  // A row of a version that knew one more statut.
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête perdue' })
  await sql`update evenement set statut = 'REPORTE' where id = ${id}`.execute(stage.parts.database)
  clearFault(stage)
  await page.reload()
  await expectPhrase(page, 'evenementCorrompu')
  await expect(page.getByRole('heading', { level: 3, name: titreEvenement })).toBeVisible()
})

test('edits the event and writes to its participants from the head of its page, at every width', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête du quai' })
  await enter(page, stage, { person: stage.claire, to: `${list}/${id}` })
  const head = page.locator('main header').first()
  await expect(head.getByRole('button', { name: 'Modifier' })).toBeVisible()
  const prevenir = page.getByRole('main').getByRole('button', { name: 'Prévenir' })
  await expect(prevenir).toHaveCount(0)
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
  await page.reload()
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of ['Modifier', 'Prévenir']) await expect(head.getByRole('button', { name })).toBeInViewport()
  }
  await head.getByRole('button', { name: 'Modifier' }).click()
  await page.getByRole('dialog').getByLabel('Titre').fill('Fête du vieux quai')
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fête du vieux quai' })).toBeVisible()
  await expect(head.getByRole('button', { name: 'Modifier' })).toBeFocused()
  await page
    .getByRole('tab', { name: /^Médias/ })
    .or(page.getByRole('link', { name: /^Médias/ }))
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Médias' })).toBeAttached()
  await prevenir.click()
  const sheet = page.getByRole('dialog', { name: 'Prévenir les participants' })
  await sheet.getByLabel('Titre').fill('Rendez-vous à 19 h')
  await sheet.getByRole('textbox', { name: 'Message' }).fill('Au vieux quai.')
  await sheet.getByRole('button', { name: 'Envoyer à 1 participant' }).click()
  await expect(page.getByText('Message envoyé', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(prevenir).toBeFocused()
  await expect(page).toHaveURL(`${stage.origin}${list}/${id}/medias`)
})

test('closes the form on the page of an event with the back button, and stays on the page', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête du port' })
  await enter(page, stage, { person: stage.claire, to: `${list}/${id}` })
  await page.locator('main header').first().getByRole('button', { name: 'Modifier' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Titre')).toHaveValue('Fête du port')
  await sheetHasEntry(page)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(`${stage.origin}${list}/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Fête du port' })).toBeVisible()
})

test('leads from "À valider" to the events, where there is none yet, when there is no event', async ({ page }) => {
  const stage = scene()
  const lise = await unOrganisateur(stage, { prenom: 'Lise' })
  await enter(page, stage, { person: lise, to: '/organizer' })
  const bar = page.getByRole('navigation', { name: 'Navigation principale' })
  const current = bar.locator('[aria-current]')
  await expect(current).toHaveText(['Dashboard'])
  await bar.getByRole('link', { name: 'À valider' }).click()
  await expect(page).toHaveURL(`${stage.origin}${list}`)
  await expect(current).toHaveText(['Événements'])
})

test('shows counters, an hourly chart and pending work on the dashboard, and updates while open', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  const counter = (name: string) => page.getByRole('main').getByRole('link', { name })
  await expect(counter('0 média en attente')).toBeVisible()
  await deposer(stage, stage.karim, 2)
  await expect(counter('2 médias en attente')).toBeVisible()
  // At most two hours, when the hour changed in between.
  await expect(page.getByText(/^dépôts entre/)).toBeVisible()
  await deposer(stage, stage.lea, 2)
  // Three hours, also when the hour changes during the test.
  const now = Date.now()
  for (const [n, { id }] of (await mediasOf(stage)).entries()) {
    const dateDepot = new Date(now - Math.max(0, 2 - n) * 3_600_000).toISOString()
    await stage.parts.database
      .updateTable('media')
      .set({ dateDepot, statut: n < 2 ? 'VALIDE' : 'EN_ATTENTE' })
      .where('id', '=', id)
      .execute()
  }
  await page.reload()
  const hours = page.getByRole('table', { name: 'Dépôts par heure' }).getByRole('row')
  await expect(hours).toHaveCount(9)
  await expect(hours.last()).toContainText('2 médias, dont 2 en attente')
  await validateAll(stage)
  await page.reload()
  await expect(counter('4 médias validés')).toBeVisible()
  await expect(page.getByText("Rien n'attend.")).toBeVisible()
  const wall = page.getByRole('region', { name: 'Derniers médias validés' })
  await wall.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/organizer/evenements/${stage.evenementId}/medias\\?media=\\d+$`))
})

test('uses two columns on a wide screen, with removal requests that name a minor first', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 2)
  await validateAll(stage)
  const medias = await mediasOf(stage)
  for (const [n, mineur] of [
    [0, false],
    [1, true],
  ] as const) {
    const path = `/api/frontend/participant/medias/${medias.at(n - 2)?.id}/demandes-retrait`
    const headers = { Authorization: `Bearer ${stage.lea.token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ mineur })
    expect((await fetch(`${stage.server.address}${path}`, { method: 'POST', headers, body })).status).toBe(201)
  }
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  const lines = page.getByRole('region', { name: 'Ce qui attend' }).getByRole('listitem')
  await expect(lines.nth(0)).toContainText(typographie('Retirer un média : un mineur'))
  await expect(lines.nth(1)).toContainText('1 autre demande de retrait')
  const places = async () => {
    const [waits, latest] = ['Ce qui attend', 'Derniers médias validés'].map((name) =>
      page.getByRole('region', { name }),
    )
    const [left, right] = [await waits?.boundingBox(), await latest?.boundingBox()]
    return {
      areBeside: (right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0),
      isBelow: (right?.y ?? 0) > (left?.y ?? 0),
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(places).toEqual({ areBeside: true, isBelow: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(places).toEqual({ areBeside: false, isBelow: true })
  await lines.nth(0).getByRole('link').click()
  await expect(page.getByRole('article').first()).toContainText('Un mineur sur la photo')
})

test('edits an event by its address, and "back" closes the form', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: list })
  await page.getByRole('button', { name: `${phrases.evenementModifier} ${titreEvenement}` }).click()
  await expect(page).toHaveURL(`${stage.origin}${list}?modifier=${stage.evenementId}`)
  await expectPhrase(page.getByRole('dialog'), 'evenementModifierTitre')
  const entries = await page.evaluate(() => history.length)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  // The address is the form's only history entry.
  expect(await page.evaluate(() => [history.length, history.state.__TSR_index])).toEqual([entries, 0])
  for (const [modifier, key] of [
    ['', 'evenementModificationIdManquant'],
    ['abc', 'evenementIdInvalide'],
    ['1.5', 'evenementIdInvalide'],
  ] as const) {
    await page.goto(`${stage.origin}${list}?modifier=${modifier}`)
    await expectPhrase(page, key)
    await expect(page).toHaveURL(`${stage.origin}${list}`)
  }
})

test('shows an error with a retry button when lists, dashboard or details fail', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /^GET \S*\/organisateur\/(dashboard|evenements)(\?\S*)? HTTP/, badGateway)
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  await expectPhrase(page, 'dashboardChargement')
  await page.goto(`${stage.origin}${list}`)
  await expectPhrase(page, 'evenementsErreur')
  await expectPhrase(page, 'erreurChargement')
  await expectPhrase(page, 'reessayer')
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByRole('heading', { name: titreEvenement })).toBeVisible()
  answerInstead(stage, /^GET \/api\/frontend\/organisateur\/evenements\/\d+ HTTP/, badGateway)
  await page.goto(`${stage.origin}${list}/${stage.evenementId}`)
  await expectPhrase(page, 'evenementDetailsErreur')
  await expectPhrase(page, 'organisateurImpossible')
  await expectPhrase(page, 'evenementRecuperationErreur')
  clearFault(stage)
  await page.goto(`${stage.origin}${list}/999999`)
  await expectPhrase(page.getByRole('main'), 'organisateurNonTrouve')
  await expectRefusal(page)
})
