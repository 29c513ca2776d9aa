import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { uneInscription, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
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
import { unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { expectPhrase, notePhrase } from '#tests/support/phrasesSeen.ts'

const scene = stageOfFile()
test.use({ ...onTablet, ...plain })
const participantsOf = (id: number | string) => `/organisateur/evenements/${id}/participants`
const onDecision = /^PUT \S*\/inscriptions\/\d+\/statut/

test('validates and cancels registrations, and shows every failure', async ({ page }) => {
  const stage = scene()
  const { evenementId } = stage
  const { id: utilisateurId } = await unUtilisateur(stage, { prenom: 'Zoé', nom: 'Lambert' })
  await uneInscription(stage, { evenementId, utilisateurId, statut: 'EN_ATTENTE' })
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  const row = page.getByRole('row').filter({ hasText: 'Zoé Lambert' })
  await expect(row.getByText('En attente')).toBeVisible()
  const setCapacite = (capaciteMax: number | null) =>
    stage.parts.database.updateTable('evenement').set({ capaciteMax }).where('id', '=', evenementId).execute()
  await setCapacite(1)
  // A second try needs no answer of the list, which is loaded after each decision.
  const isTriedAgain = Promise.withResolvers<void>()
  const list = `**/organisateur/evenements/${evenementId}/participants`
  await page.route(list, async (route) => {
    await isTriedAgain.promise
    await route.continue()
  })
  await row.getByRole('button', { name: 'Valider Zoé Lambert' }).click()
  await expectPhrase(row, 'inscriptionErreurValidation')
  await expect(row.getByRole('alert')).toContainText("L'événement est complet.")
  await setCapacite(null)
  await row.getByRole('button', { name: 'Valider Zoé Lambert' }).click()
  await expectPhrase(page, 'inscriptionValidee')
  isTriedAgain.resolve()
  await closeToast(page)
  await expect(row.getByText('Validée')).toBeVisible()

  const cancel = async () => {
    await row.getByRole('button', { name: "Annuler l'inscription de Zoé Lambert" }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: "Annuler l'inscription" }).click()
  }
  answerInstead(stage, onDecision, badGateway)
  await cancel()
  await expectPhrase(row, 'inscriptionErreurAnnulation')
  clearFault(stage)
  await cancel()
  await expectPhrase(page, 'inscriptionAnnulee')
  await expect(row.getByText('Annulée', { exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Annulées' }).click()
  await expect(page).toHaveURL(/\?statut=ANNULE$/)
  await expect(page.getByRole('row').filter({ hasText: 'Karim' })).toHaveCount(0)
})

test('sends a message to participants, and keeps the text when sending fails', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: participantsOf(stage.evenementId) })
  await page.getByRole('button', { name: 'Prévenir' }).click()
  const sheet = page.getByRole('dialog', { name: 'Prévenir les participants' })
  await sheet.getByLabel('Titre').fill('Rendez-vous à 19 h')
  await sheet.getByLabel('Message').fill('Devant la fontaine.')
  answerInstead(stage, /^POST \S*\/notifications/, badGateway)
  const send = sheet.getByRole('button', { name: /^Envoyer à/ })
  await send.click()
  await expect(sheet.getByText("Impossible d'envoyer le message.")).toBeVisible()
  clearFault(stage)
  await send.click()
  await expect(page.getByText('Message envoyé', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()
  const told = stage.parts.database.selectFrom('notification').select(['titre', 'message', 'utilisateurId'])
  const news = { titre: 'Rendez-vous à 19 h', message: 'Devant la fontaine.' }
  expect(await told.where('titre', '=', news.titre).execute()).toContainEqual({
    ...news,
    utilisateurId: stage.karim.id,
  })
})

test('shows an error for an invalid or foreign event in the address', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/organisateur/evenements/participants' })
  await expectPhrase(page, 'evenementIdManquant')
  const other = await unOrganisateur(stage)
  const { id: foreignId } = await unEvenement(stage, { createurId: other.id, titre: 'Bal des autres' })
  await page.goto(`${stage.origin}${participantsOf(foreignId)}`)
  await expectPhrase(page.getByRole('main'), 'erreurChargement')
  await expectPhrase(page.getByRole('main'), 'organisateurNonAutorise')
  await expectRefusal(page)
  answerInstead(stage, /^GET \/api\S*\/participants/, badGateway)
  await page.goto(`${stage.origin}${participantsOf(stage.evenementId)}`)
  await expect(page.getByRole('main').getByText('Impossible de charger les inscriptions.')).toBeVisible()
})

test('shows missing input, an unknown person, the plan limit and failures of an invitation @long', async ({ page }) => {
  const stage = scene()
  const paul = await unOrganisateur(stage, { email: 'paul@eclats.test', prenom: 'Paul' })
  const { id } = await unEvenement(stage, { createurId: paul.id, titre: 'Vernissage' })
  await enter(page, stage, { person: paul, to: participantsOf(id) })
  await page.getByRole('button', { name: 'Inviter' }).click()
  const sheet = page.getByRole('dialog')
  const email = sheet.getByLabel('Adresse email')
  const send = sheet.getByRole('button', { name: "Envoyer l'invitation" })
  await send.click()
  await expectPhrase(sheet, 'invitationChampsRequis')
  await email.fill('inconnue@eclats.test')
  await expect(sheet.getByText(typographie(phrases.invitationChampsRequis))).toBeHidden()
  const answered = page.waitForResponse(/\/inviter$/)
  await send.click()
  expect(await (await answered).json()).toMatchObject({ message: phrases.invitationUtilisateurNonTrouve })
  notePhrase('invitationUtilisateurNonTrouve')
  await expectPhrase(sheet.getByRole('status'), 'invitationInconnu')
  await expect(sheet.getByText('Invitation à créer un compte envoyée à inconnue@eclats.test.')).toBeVisible()
  await email.fill('inconnue@eclats.test')
  answerInstead(stage, /^POST \S*\/inviter/, badGateway)
  await send.click()
  await expectPhrase(sheet.getByRole('alert'), 'invitationErreur')
  clearFault(stage)
  await email.fill(stage.karim.email)
  await send.click()
  await expect(sheet.getByText(`Invitation envoyée à ${stage.karim.email}.`)).toBeVisible()

  for (let n = 0; n < 29; n += 1) {
    const { id: utilisateurId } = await unUtilisateur(stage)
    await uneInscription(stage, { evenementId: id, utilisateurId })
  }
  await email.fill(stage.lea.email)
  await send.click()
  await expectPhrase(sheet.getByRole('alert'), 'invitationQuota')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('invites pasted addresses one by one, with a result for each', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: participantsOf(stage.evenementId) })
  await page.getByRole('button', { name: 'Inviter' }).click()
  const sheet = page.getByRole('dialog')
  const nina = await unUtilisateur(stage, { email: 'nina@eclats.test' })
  const text = `Nina <${nina.email}>\nnouvelle@eclats.test; sans-point@eclats, ${nina.email.toUpperCase()}`
  await sheet.getByLabel('Adresse email').evaluate((input, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  const rows = sheet.getByRole('list', { name: 'Adresses à inviter' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const malformed = typographie("« sans-point@eclats » n'est pas une adresse e-mail valide")
  await expect(rows.nth(2)).toContainText(malformed)
  await sheet.getByRole('button', { name: 'Retirer sans-point@eclats' }).click()
  await sheet.getByRole('button', { name: 'Envoyer 2 invitations' }).click()
  await expect(rows.nth(0)).toContainText('Invitation envoyée')
  await expect(rows.nth(1)).toContainText('Invitée à créer un compte')
  await expect(sheet.getByText('2 invitations envoyées sur 2')).toBeVisible()
  await sheet.getByRole('button', { name: "Inviter quelqu'un d'autre" }).click()
  await expect(sheet.getByLabel('Adresse email')).toBeVisible()
})

test('keeps the reason of a refusal in its row, and decides once on a double click', async ({ page }) => {
  const stage = scene()
  const createurId = stage.claire.id
  const { id: evenementId } = await unEvenement(stage, { createurId, titre: 'Bal serré', capaciteMax: 1 })
  await uneInscription(stage, { evenementId, utilisateurId: (await unUtilisateur(stage)).id })
  for (const person of [stage.karim, stage.lea])
    await uneInscription(stage, { evenementId, utilisateurId: person.id, statut: 'EN_ATTENTE' })
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const validate = (name: string) => rowOf(name).getByRole('button', { name: /^Valider / })
  await validate('Karim').click()
  await expect(rowOf('Karim').getByRole('alert')).toContainText("L'événement est complet.")
  await stage.parts.database.updateTable('evenement').set({ capaciteMax: 2 }).where('id', '=', evenementId).execute()
  stage.network.requests.length = 0
  // Both clicks in one task, without a repaint in between.
  await validate('Léa').evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(rowOf('Léa').getByText('Validée')).toBeVisible()
  expect(stage.network.requests.filter((line) => onDecision.test(line))).toHaveLength(1)
  await expect(rowOf('Karim').getByRole('alert')).toContainText("L'événement est complet.")
  await expect(rowOf('Léa').getByRole('alert')).toBeHidden()
})

test('searches, sorts and exports registrations, and keeps the search in the address @long', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 1280, height: 800 })
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal trié' })
  for (const [prenom, nom] of [
    ['Zoé', 'Abel'],
    ['Ana', '=Zorn'],
    ['Élodie', 'Morel'],
  ] as const) {
    const { id: utilisateurId } = await unUtilisateur(stage, { prenom, nom })
    await uneInscription(stage, { evenementId, utilisateurId, statut: 'EN_ATTENTE' })
  }
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  const rows = page.getByRole('row')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Participant',
    'E-mail',
    'Statut',
    'Participation',
    'Inscription',
    'Actions',
  ])
  const names = page.getByRole('columnheader', { name: 'Participant' })
  await expect(names).toHaveAttribute('aria-sort', 'none')
  await names.getByRole('button').click()
  await expect(names).toHaveAttribute('aria-sort', 'ascending')
  await names.getByRole('button').click()
  await expect(names).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/tri=-nom/)
  await page.getByRole('searchbox', { name: 'Rechercher une inscription' }).fill('ELODIE')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Élodie Morel')
  await expect(page.getByRole('button', { name: 'En attente 1' })).toBeVisible()
  await expect(page).toHaveURL(/q=ELODIE/)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toHaveValue('ELODIE')
  await page.getByRole('searchbox').fill('personne qui manque')
  await expect(page.getByText('Aucune inscription ne correspond')).toBeVisible()
  await page.getByRole('searchbox').fill('zorn')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter les inscriptions affichées en CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(`eclats-inscriptions-${evenementId}.csv`)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/^\uFEFF"Prénom";"Nom"/)
  expect(text).toContain(`"Ana";"'=Zorn"`)
  expect(text).not.toContain('Morel')
})

test('decides on many after one dialog, and stops when the event is full @long', async ({ page }) => {
  const stage = scene()
  const event = { createurId: stage.claire.id, titre: 'Bal de beaucoup', capaciteMax: 2 }
  const { id: evenementId } = await unEvenement(stage, event)
  for (const prenom of ['Un', 'Deux', 'Trois', 'Quatre']) {
    const { id: utilisateurId } = await unUtilisateur(stage, { prenom, nom: 'Personne' })
    await uneInscription(stage, { evenementId, utilisateurId, statut: 'EN_ATTENTE' })
  }
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  await page.getByLabel('Sélectionner 4 inscriptions en attente').check()
  stage.network.requests.length = 0
  await page.getByRole('button', { name: 'Valider 4' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Valider 4' }).click()
  await expect(page.locator('[data-part=banner]').filter({ hasText: "L'événement est complet." })).toContainText(
    '2 inscriptions traitées sur 4',
  )
  await expectPhrase(page, 'inscriptionValidee')
  await closeToast(page)
  expect(stage.network.requests.filter((line) => onDecision.test(line))).toHaveLength(3)
  await expect(page.getByRole('row').filter({ hasText: phrases.inscriptionErreurValidation })).toHaveCount(1)
  await expect(page.getByRole('row').getByText('Validée')).toHaveCount(2)

  await page.getByRole('button', { name: 'Refuser 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refuser 2' }).click()
  await expectPhrase(page, 'inscriptionAnnulee')
  await expect(page.getByRole('row').getByText('Annulée', { exact: true })).toHaveCount(2)
})

test('cancels at once the people who came by one link, and rejects their photos', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal ouvert' })
  const lien = await unLien(stage, { evenementId, identite: 'PRENOM' })
  for (const prenom of ['Ines', 'Jade'])
    await deposer({ ...stage, evenementId }, await unInvite(stage, { evenementId, lien, prenom }), 1)
  await uneInscription(stage, { evenementId, utilisateurId: stage.karim.id })
  await enter(page, stage, { person: stage.claire, to: `${participantsOf(evenementId)}?lien=${lien.id}` })
  await expect(page.getByRole('row').filter({ hasText: 'Ines' })).toBeVisible()
  await expect(page.getByLabel(/^Sélectionner/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Validées/ }).click()
  await page.getByLabel('Sélectionner 2 inscriptions validées').check()
  await page.getByRole('button', { name: 'Annuler 2' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel("Leurs photos dans l'événement").selectOption('Les rejeter toutes')
  await dialog.getByRole('button', { name: 'Annuler 2' }).click()
  await expect(page.locator('[data-part=toast]')).toContainText(typographie('2 inscriptions annulées'))
  const { database } = stage.parts
  const inscriptions = database.selectFrom('inscription').select('statutInscription').orderBy('id')
  expect(await inscriptions.where('evenementId', '=', evenementId).execute()).toEqual([
    { statutInscription: 'ANNULE' },
    { statutInscription: 'ANNULE' },
    { statutInscription: 'VALIDE' },
  ])
  const medias = database.selectFrom('media').select('statut').where('evenementId', '=', evenementId)
  expect(await medias.execute()).toEqual([{ statut: 'REJETE' }, { statut: 'REJETE' }])
})

test('refuses a pending registration with the specified statut', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal fermé' })
  const { id } = await uneInscription(stage, { evenementId, utilisateurId: stage.karim.id, statut: 'EN_ATTENTE' })
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  await page.getByRole('button', { name: /^Refuser l'inscription de Karim/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: "Refuser l'inscription" }).click()
  await expectPhrase(page, 'inscriptionAnnulee')
  const stored = stage.parts.database.selectFrom('inscription').select('statutInscription').where('id', '=', id)
  expect(await stored.executeTakeFirst()).toEqual({ statutInscription: 'ANNULE' })
})

test('rejects the photos of a guest together with the cancelled registration', async ({ page }) => {
  const stage = scene()
  const { evenementId } = stage
  const guest = await unInvite(stage, { evenementId, prenom: 'Wanda' })
  await deposer(stage, guest, 2)
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  const row = page.getByRole('row').filter({ hasText: 'Wanda' })
  await expect(row).toContainText('Avec un prénom')
  await row.getByRole('button', { name: "Annuler l'inscription de Wanda" }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel("Ses photos dans l'événement").selectOption('Les rejeter toutes')
  await dialog.getByRole('button', { name: "Annuler l'inscription" }).click()
  await expectPhrase(page, 'inscriptionAnnulee')
  const statuts = (await mediasOf(stage)).filter(({ auteurId }) => auteurId === guest.id).map(({ statut }) => statut)
  expect(statuts).toEqual(['REJETE', 'REJETE'])
  const refused = await page.request.get(`${stage.origin}/api/auth/me`, {
    headers: { authorization: `Bearer ${guest.token}` },
  })
  expect(refused.status()).toBe(401)
})

test('renames a guest, shows the error in French, and offers it for guests only @long', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal des prénoms' })
  await uneInscription(stage, { evenementId, utilisateurId: stage.karim.id })
  await unInvite(stage, { evenementId, prenom: 'Wanda' })
  const other = await unInvite(stage, { evenementId, prenom: 'Wanda' })
  await enter(page, stage, { person: stage.claire, to: participantsOf(evenementId) })
  await expect(page.getByRole('button', { name: /^Renommer/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Renommer Wanda (2)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Renommer Wanda (2)' })
  const field = sheet.getByLabel('Prénom')
  await expect(field).toHaveValue('Wanda')
  const rename = sheet.getByRole('button', { name: 'Renommer' })
  await field.fill('W3')
  await rename.click()
  await expectPhrase(sheet, 'prenomLettres')
  await field.fill('Zoé')
  answerInstead(stage, /^PUT \S*\/prenom/, badGateway)
  await rename.click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('Zoé')
  clearFault(stage)
  await rename.click()
  await expect(page.getByText('Prénom modifié', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Zoé' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Renommer Zoé' })).toBeFocused()
  const stored = stage.parts.database.selectFrom('utilisateur').select('prenom').where('id', '=', other.id)
  expect(await stored.executeTakeFirst()).toEqual({ prenom: 'Zoé' })
})
