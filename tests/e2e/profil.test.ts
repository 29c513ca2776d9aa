import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { openSession } from '#server/session/session.usecases.ts'
import { findUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { badGateway } from '#tests/support/answers.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInvitation,
  unMedia,
  unUtilisateur,
} from '#tests/support/builders.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  fillLogin,
  onPhone,
  plain,
  onTablet,
  stageOfFile,
} from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { momentSaid } from '#tests/support/moments.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { expectPhrase, notePhrase } from '#tests/support/phrasesSeen.ts'
import type { Stage } from '#tests/support/stage.ts'
import { signIn } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })
const saving = /^PUT \/api\/auth\/me/
const edit = (page: Page) => page.getByRole('button', { name: phrases.evenementModifier })
const save = (page: Page) => page.getByRole('button', { name: 'Enregistrer' })
const toast = (page: Page) => page.locator('[data-part="toast"]')
const infos = (page: Page) => page.getByRole('region', { name: 'Informations personnelles' })

test('edits names in place, and shows every failure for three seconds', async ({ page }) => {
  const stage = scene()
  const zoe = await unUtilisateur(stage, { prenom: 'Zoé', nom: 'Lambert' })
  await enter(page, stage, { person: zoe, to: '/profil' })
  await edit(page).click()
  await expect(page.getByLabel('Prénom')).toBeFocused()
  await page.getByLabel('Prénom').fill(' ')
  const said = momentSaid(page, phrases.profilChampsRequis, { within: '[role=alert]' })
  await save(page).click()
  await said
  const gone = momentSaid(page, phrases.profilChampsRequis, { within: '[role=alert]', isOver: true })
  await expect(infos(page).getByRole('alert')).toBeEmpty()
  const stood = (await gone) - (await said)
  expect(stood).toBeGreaterThan(2500)
  // An invalid input shows its error at the field.
  await expectPhrase(infos(page), 'profilChampsRequis')
  await page.getByLabel('Prénom').fill('Zoé-Lou')
  answerInstead(stage, saving, badGateway)
  const failed = momentSaid(page, typographie(phrases.profilErreur), { within: '[role=alert]' })
  await save(page).click()
  await failed
  notePhrase('profilErreur')
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  const unanswered = momentSaid(page, 'Le serveur ne répond pas.', { within: '[role=alert]' })
  await save(page).click()
  await unanswered
  clearFault(stage)
  await page.getByLabel('Email').fill(stage.karim.email)
  await save(page).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Un compte existe déjà avec cette adresse.')
  await page.getByLabel('Email').fill(zoe.email)
  await save(page).click()
  await expect(page.getByText('Profil mis à jour.')).toBeVisible()
  await expect(edit(page)).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Zoé-Lou Lambert')
  await page.reload()
  await expect(infos(page)).toContainText('Zoé-Lou')
})

test('asks for the current password after an old login, and ends other sessions with a new one', async ({
  page,
  browser,
}) => {
  const stage = scene()
  const nora = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await signIn(elsewhere, stage, nora, { hasWorker: false })
  await elsewhere.goto(`${stage.origin}/profil`)
  await enter(page, stage, { person: nora, to: '/profil' })
  const connecteLe = new Date(Date.now() - 3_600_000).toISOString()
  await stage.parts.database.updateTable('session').set({ connecteLe }).where('utilisateurId', '=', nora.id).execute()
  await edit(page).click()
  const wanted = page.getByLabel('Nouveau mot de passe', { exact: true })
  await wanted.fill('court')
  await save(page).click()
  await expect(wanted).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 8 caractères')
  await wanted.fill('Changement2026!')
  await expect(page.getByText('Très fort')).toBeVisible()
  await save(page).click()
  const present = page.getByLabel('Mot de passe actuel', { exact: true })
  await expect(present).toBeFocused()
  await expect(present).toHaveAccessibleDescription('Indiquez votre mot de passe actuel pour continuer.')
  await present.fill('Mauvais2026!')
  await save(page).click()
  await expect(present).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await present.fill(motDePasseDeTest)
  await save(page).click()
  await expect(page.getByText('Profil mis à jour. Vos autres appareils sont déconnectés.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirect=%2Fprofil$/)
  await fillLogin(elsewhere, nora.email, 'Changement2026!')
  await elsewhere.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(elsewhere).toHaveURL(`${stage.origin}/profil`)
  await page.reload()
  await expect(infos(page)).toContainText(nora.email)
  await other.close()
})

test('lists devices, signs one out, then all others', async ({ page, browser }) => {
  const stage = scene()
  const omar = await unUtilisateur(stage, { prenom: 'Omar', nom: 'Diallo' })
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  const other = await browser.newContext({ userAgent })
  const elsewhere = await other.newPage()
  await signIn(elsewhere, stage, omar, { hasWorker: false })
  await enter(page, stage, { person: await otherSession(stage, omar), to: '/profil' })
  const devices = page.getByRole('region', { name: 'Appareils connectés' })
  const rows = devices.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Cet appareil')
  await expect(rows.first().getByRole('button')).toBeHidden()

  const signOut = devices.getByRole('button', { name: 'Déconnecter Firefox sur Linux' })
  await page.context().setOffline(true)
  await expect(devices).toContainText('Pour déconnecter un appareil, reconnectez-vous au réseau.')
  await expect(signOut).toBeDisabled()
  await page.context().setOffline(false)
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await signOut.click()
  await expect(toast(page).getByText('Le serveur ne répond pas. Vérifiez votre connexion.')).toBeVisible()
  await closeToast(page)
  clearFault(stage)
  await signOut.click()
  await expect(toast(page).getByText('Appareil déconnecté.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(devices.getByRole('heading', { name: 'Appareils connectés' })).toBeFocused()
  await elsewhere.goto(`${stage.origin}/profil`)
  await expect(elsewhere).toHaveURL(/\/login\?redirect=%2Fprofil$/)
  await closeToast(page)

  await devices.getByRole('button', { name: 'Déconnecter les autres appareils' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Déconnecter' }).click()
  await expect(rows).toHaveCount(1)
  await expect(devices).toContainText("Vous n'êtes connecté(e) nulle part ailleurs.")
  await other.close()
})

/** The same person, logged in once more. */
async function otherSession(stage: Stage, person: PersonneDeTest): Promise<PersonneDeTest> {
  const utilisateur = await findUtilisateur(stage.parts.database, person.id)
  if (!utilisateur) throw new Error('no such account')
  const { token } = await openSession(stage.parts, { utilisateur, seSouvenir: false })
  return { ...person, token }
}

test('uses a new address after its mail is confirmed, and can resend the mail', async ({ page }) => {
  const stage = scene()
  const ines = await unUtilisateur(stage, { prenom: 'Inès', nom: 'Roy' })
  await enter(page, stage, { person: ines, to: '/profil' })
  await edit(page).click()
  await page.getByLabel('Email').fill('ines.nouvelle@eclats.test')
  await save(page).click()
  await expect(page.getByText('Confirmez votre nouvelle adresse.')).toBeVisible()
  await expect(infos(page)).toContainText(ines.email)
  await expect(infos(page)).toContainText('ines.nouvelle@eclats.test')
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click()
  await expect(toast(page).getByText('Un lien de confirmation vous a été envoyé.')).toBeVisible()
  await closeToast(page)
  await page.goto(stage.origin + (await mailedLink(stage, 'ines.nouvelle@eclats.test', 'confirmation')))
  await expect(page.getByRole('heading', { name: 'Votre adresse est confirmée' })).toBeVisible()
  await page.goto(`${stage.origin}/profil`)
  await expect(infos(page)).toContainText('ines.nouvelle@eclats.test')
  await expect(infos(page)).not.toContainText(ines.email)
  await expect(page.getByRole('button', { name: 'Renvoyer le lien' })).toBeHidden()
})

test('revokes an active consent, and gives it again with the box ticked', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: '/profil' })
  const consent = page.getByRole('region', { name: 'Consentement RGPD' })
  await expect(consent).toContainText('Actif')
  await expect(consent).toContainText('Version 1.0, donné le')
  await consent.getByRole('button', { name: 'Révoquer mon consentement' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(consent.getByRole('button', { name: 'Révoquer mon consentement' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
  await closeToast(page)
  await expect(consent).toContainText('Révoqué')
  await page.reload()
  await expect(consent).toContainText('Révoqué')
  await expect(page.getByText('Sans votre consentement, vos événements ne sont pas chargés.')).toBeVisible()
  const give = consent.getByRole('button', { name: 'Donner mon consentement' })
  await give.click()
  await expect(consent.getByText("Cochez d'abord la case")).toBeVisible()
  await consent.getByRole('checkbox').check()
  await expect(consent.getByText("Cochez d'abord la case")).toBeHidden()
  await give.click()
  await expectPhrase(consent, 'consentementDejaActif')
  await consent.getByText('Historique de mes réponses').click()
  await expect(consent.getByRole('listitem').filter({ hasText: /^(Donné|Refusé) le/ })).toHaveText([
    /^Donné le .*, valable jusqu'au .*Actif$/,
    /^Donné le .*, révoqué le .*Révoqué$/,
  ])
  await expect(page.getByRole('region', { name: 'Mes événements' })).toContainText('Mariage de Camille')
})

test('joins planned events En ligne or Sur place and leaves them, and shows the statut of others', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, {
    createurId: stage.claire.id,
    titre: 'Régate du soir',
    statut: 'PLANIFIE',
  })
  await uneInvitation(stage, { evenementId: id, invite: stage.lea })
  await enter(page, stage, { person: stage.lea, to: '/profil' })
  const mine = page.getByRole('region', { name: 'Mes événements' })
  const running = mine.getByRole('listitem').filter({ hasText: 'Mariage de Camille' })
  await expect(running).toContainText('En cours')
  await expect(running.getByRole('button')).toHaveCount(0)
  await mine.getByRole('button', { name: "S'inscrire à Régate du soir" }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Sur place' })).toBeChecked()
  await dialog.getByText('En ligne').click()
  await dialog.getByRole('button', { name: "S'inscrire" }).click()
  await expect(toast(page).getByText('Votre inscription est enregistrée.')).toBeVisible()
  await closeToast(page)
  const rows = stage.parts.database
    .selectFrom('inscription')
    .select(['typeParticipation', 'statutInscription'])
    .where('evenementId', '=', id)
  expect(await rows.execute()).toEqual([{ typeParticipation: 'EN_LIGNE', statutInscription: 'EN_ATTENTE' }])
  await expect(mine.getByText('Inscription en attente')).toBeVisible()
  await mine.getByRole('button', { name: 'Se désinscrire de Régate du soir' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Se désinscrire' }).click()
  await expect(mine.getByRole('button', { name: "S'inscrire à Régate du soir" })).toBeVisible()
  expect(await rows.execute()).toEqual([])
})

test('disables mail notices by a switch, which reverts when the server refuses', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.lea, to: '/profil' })
  const mail = page.getByRole('switch', { name: /^Par e-mail/ })
  await expect(mail).toBeChecked()
  answerInstead(stage, /^PUT \/api\/notifications\/preferences/, badGateway)
  await mail.click()
  await expectPhrase(page, 'erreurSurvenue')
  await closeToast(page)
  await expect(mail).toBeChecked()
  clearFault(stage)
  await mail.click()
  await expect(mail).not.toBeChecked()
  const answered = stage.parts.database.selectFrom('utilisateur').select('avisCourriel')
  await expect
    .poll(async () => (await answered.where('id', '=', stage.lea.id).executeTakeFirst())?.avisCourriel)
    .toBe(0)
  await page.reload()
  await expect(mail).not.toBeChecked()
})

test('shows three statistics of a participant and four of an organiser, and a retry button on failure', async ({
  page,
}) => {
  const stage = scene()
  answerInstead(stage, /^GET \/api\S+\/insight/, badGateway)
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  const figures = page.getByRole('region', { name: 'Mes statistiques' })
  await expectPhrase(figures, 'profilChargement')
  clearFault(stage)
  await figures.getByRole('button', { name: phrases.reessayer }).click()
  await expect(figures.getByRole('listitem')).toHaveCount(4)
  await expect(figures).toContainText('participants inscrits')
  await expect(page.getByRole('region', { name: 'Consentement RGPD' })).toHaveCount(0)
  await expect(page.getByText("Un compte est archivé après 365 jours d'inactivité.")).toBeVisible()

  const { id: auteurId } = stage.karim
  for (const [statut, count] of [
    ['EN_ATTENTE', 1],
    ['VALIDE', 2],
    ['REJETE', 3],
  ] as const)
    for (let n = 0; n < count; n += 1) await unMedia(stage, { evenementId: stage.evenementId, auteurId, statut })
  await enter(page, stage, { person: stage.karim, to: '/profil' })
  const contributions = page.getByRole('region', { name: 'Mes contributions' })
  await expect(contributions.getByRole('listitem')).toHaveText([
    /^6\s*médias déposés$/,
    /^2\s*validés$/,
    /^3\s*rejetés$/,
  ])
})

test.describe('on a tablet', () => {
  test.use({ ...onTablet, hasTouch: false })
  test('corrects a name, then the theme, by keyboard alone', async ({ page }) => {
    const stage = scene()
    const lou = await unUtilisateur(stage, { prenom: 'Lou', nom: 'Garnier' })
    await unConsentement(stage, lou.id)
    await enter(page, stage, { person: lou, to: '/profil' })
    await tabTo(page, edit(page))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Prénom')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Louise')
    await tabTo(page, save(page))
    await page.keyboard.press('Enter')
    await expect(infos(page)).toContainText('Louise')
    await expect(edit(page)).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: 'Système' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
