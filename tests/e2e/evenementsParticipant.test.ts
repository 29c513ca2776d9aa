import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unConsentement, uneInscription, uneInvitation, unEvenement, unUtilisateur } from '#tests/support/builders.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  fillLogin,
  onPhone,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { momentSaid } from '#tests/support/moments.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { titreEvenement } from '#tests/support/stage.ts'

const scene = stageOfFile({ consentement: false })
test.use({ ...onPhone, ...plain })
const list = '/participant/evenements'
const ofEvents = /\/invitations|\/evenements-inscrits|\/participant\/evenements/

test('loads nothing without a consent; records a refusal, and opens the events on acceptance', async ({ page }) => {
  const stage = scene()
  stage.network.requests.length = 0
  await enter(page, stage, { person: stage.karim, to: list })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByText('Lire la politique').click()
  await expect(dialog.getByText(/Votre accord vaut douze mois/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  await expect(dialog.getByText("Cochez d'abord la case")).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toBeFocused()
  await dialog.getByRole('button', { name: 'Refuser' }).click()
  await expect(page.getByText('Votre refus est enregistré.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: "Vous avez refusé, et c'est noté" })).toBeVisible()
  const loaded = () => stage.network.requests.filter((line) => line.startsWith('GET /api') && ofEvents.test(line))
  expect(loaded()).toEqual([])
  await page.getByRole('button', { name: 'Revoir mon choix' }).click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Votre consentement est enregistré.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(titreEvenement)).toBeVisible()
  expect(loaded().length).toBeGreaterThanOrEqual(2)
  await page.goto(`${stage.origin}/profil`)
  await expectPhrase(page, 'consentementDejaActif')
  await page.getByRole('button', { name: 'Révoquer mon consentement' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
  await expect(page.getByText('Votre consentement est révoqué.').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(phrases.consentementDejaActif)).toBeHidden()
  for (const below of ['', '/medias']) {
    stage.network.requests.length = 0
    await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}${below}`)
    await expect(dialog).toBeVisible()
    await expect(page.getByText(titreEvenement)).toHaveCount(0)
    expect(loaded()).toEqual([])
  }
})

test('leads to the profile, the export and the logout after a refusal', async ({ page }) => {
  const stage = scene()
  const nora = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
  await enter(page, stage, { person: nora, to: list })
  const refuse = () => page.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click()
  const main = page.getByRole('main')
  await refuse()
  await expect(main.getByRole('link', { name: 'Mon profil' })).toHaveAttribute('href', '/profil')
  await main.getByRole('link', { name: 'Exporter mes données' }).click()
  await expect(page).toHaveURL(`${stage.origin}/profil#donnees`)
  await expect(page.getByRole('heading', { name: 'Gestion des données' })).toBeInViewport()
  await page.goto(`${stage.origin}${list}`)
  await refuse()
  await main.getByRole('button', { name: phrases.deconnexion }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await expect(page.getByRole('link', { name: phrases.seConnecter, exact: true })).toBeVisible()
})

test('accepts and refuses invitations, and confirms each answer', async ({ page }) => {
  const stage = scene()
  const nora = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
  await unConsentement(stage, nora.id)
  for (const titre of ['Baptême de Jules', 'Régate du soir']) {
    const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre, statut: 'PLANIFIE' })
    await uneInvitation(stage, { evenementId, invite: nora })
  }
  await enter(page, stage, { person: nora, to: list })
  const ticket = (titre: string) => page.getByRole('article', { name: titre })
  await ticket('Baptême de Jules').getByRole('button', { name: 'Accepter' }).click()
  await expectPhrase(page, 'invitationReponse', { status: 'Acceptée' })
  await closeToast(page)
  await ticket('Régate du soir').getByRole('button', { name: 'Refuser' }).click()
  await expectPhrase(page, 'invitationReponse', { status: 'Refusée' })
  await expect(page.getByText('Déjà répondu (2)')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mes événements' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0)
})

test('leads a mailed invitation through the login to its ticket, confirms the address and records the answer', async ({
  page,
}) => {
  const stage = scene()
  const ines = await unUtilisateur(stage, { prenom: 'Inès', nom: 'Roy', confirme: false })
  await unConsentement(stage, ines.id)
  const [linked, newer] = await Promise.all(
    ['Anniversaire de Maël', 'Concert de quartier'].map((titre) =>
      unEvenement(stage, { createurId: stage.claire.id, titre }),
    ),
  )
  const { token } = await uneInvitation(stage, { evenementId: linked?.id ?? 0, invite: ines })
  await uneInvitation(stage, { evenementId: newer?.id ?? 0, invite: ines })
  await page.goto(`${stage.origin}${list}?invitation=${token}`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await fillLogin(page, ines.email)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Anniversaire de Maël')
  await page.getByRole('article').first().getByRole('button', { name: 'Accepter' }).click()
  await expectPhrase(page, 'invitationReponse', { status: 'Acceptée' })
  await expect(page).toHaveURL(`${stage.origin}${list}/${linked?.id}`)
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  const person = stage.parts.database.selectFrom('utilisateur').select('emailConfirmeLe').where('id', '=', ines.id)
  expect((await person.executeTakeFirstOrThrow()).emailConfirmeLe).not.toBeNull()
  await page.goto(`${stage.origin}${list}?invitation=${'x'.repeat(30)}`)
  await expect(page.getByRole('alert').getByText('Invitation non trouvée')).toBeVisible()
})

test('says why a mailed invitation does not open: for another account, revoked, deleted, another role', async ({
  page,
}) => {
  const stage = scene()
  const ines = await unUtilisateur(stage, { prenom: 'Inès', nom: 'Roy' })
  await unConsentement(stage, ines.id)
  const bal = async () => (await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal' })).id
  const [toOther, toRevoke, toDelete] = [await bal(), await bal(), await bal()]
  const sent = await uneInvitation(stage, { evenementId: toOther, invite: stage.karim })
  const revoked = await uneInvitation(stage, { evenementId: toRevoke, invite: ines, revoquee: true })
  const deleted = await uneInvitation(stage, { evenementId: toDelete, invite: ines })
  const path = `/frontend/organisateur/evenements/${toDelete}`
  const headers = { authorization: `Bearer ${stage.claire.token}` }
  expect((await fetch(`${stage.server.address}/api${path}`, { method: 'DELETE', headers })).status).toBe(200)
  for (const { token } of [sent, revoked, deleted]) {
    await enter(page, stage, { person: ines, to: `${list}?invitation=${token}` })
    const alert = page.getByRole('alert').filter({ hasText: 'Invitation non trouvée' })
    await expect(alert).toContainText('une autre adresse que celle de ce compte')
  }
  await enter(page, stage, { person: stage.claire, to: '/organizer' })
  await page.goto(`${stage.origin}${list}?invitation=${sent.token}`)
  await expect(page).toHaveURL(`${stage.origin}/organizer`)
  await expect(page.locator('[data-part=toast]')).toContainText("Cette invitation s'ouvre avec un compte participant.")
})

test('says on the ticket that the event is cancelled, and lets the person refuse it', async ({ page }) => {
  const stage = scene()
  const ines = await unUtilisateur(stage, { prenom: 'Inès', nom: 'Roy' })
  await unConsentement(stage, ines.id)
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal annulé', statut: 'ANNULE' })
  const { token } = await uneInvitation(stage, { evenementId: id, invite: ines })
  await enter(page, stage, { person: ines, to: `${list}?invitation=${token}` })
  const ticket = page.getByRole('article', { name: 'Bal annulé' })
  await expect(ticket.getByText('Annulé', { exact: true })).toBeVisible()
  await expect(ticket.getByRole('button', { name: 'Accepter' })).toBeHidden()
  await ticket.getByRole('button', { name: 'Refuser' }).click()
  await expect(page.locator('[data-part=toast]')).toContainText('Votre réponse (Refusée) a été enregistrée.')
  await expect(page.getByText('Déjà répondu (1)')).toBeVisible()
})

test('sends a new link when the mailed one has expired, confirms the address, and says so again @long', async ({
  page,
}) => {
  const stage = scene()
  await page.goto(`${stage.origin}/register`)
  await page.getByRole('radio', { name: 'Je participe' }).check()
  await page.getByLabel('Prénom').fill('Émile')
  await page.getByLabel('Nom', { exact: true }).fill('Blanc')
  await page.getByLabel('Adresse email').fill('emile@eclats.test')
  await page.getByLabel('Mot de passe', { exact: true }).fill('Souvenirs2026!')
  const said = momentSaid(page, 'Bienvenue')
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await said
  const mailed = () => mailedLink(stage, 'emile@eclats.test', 'confirmation')
  const expired = await mailed()
  // The registration opens that page by itself after a moment, also when another page was opened before.
  await expect(page).toHaveURL(`${stage.origin}/`)
  await stage.parts.database.updateTable('jeton').set({ expire: '2020-01-01T00:00:00.000Z' }).execute()
  await page.goto(stage.origin + expired)
  await expect(page.getByText("Ce lien de confirmation n'est plus valable.")).toBeVisible()
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click()
  await expect(page.locator('[data-part="toast"]')).toBeVisible()
  await expect.poll(mailed).not.toBe(expired)
  await page.goto(stage.origin + (await mailed()))
  await expect(page.getByText('Votre adresse est confirmée')).toBeVisible()
  const person = stage.parts.database
    .selectFrom('utilisateur')
    .select('emailConfirmeLe')
    .where('email', '=', 'emile@eclats.test')
  expect((await person.executeTakeFirstOrThrow()).emailConfirmeLe).not.toBeNull()
  await page.reload()
  await expect(page.getByText('Votre adresse est confirmée')).toBeVisible()
})

test('shows an error when events fail; explains without VALIDE why nothing can be added @long', async ({ page }) => {
  const stage = scene()
  await unConsentement(stage, stage.lea.id)
  const waiting = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Cousinade' })
  await uneInscription(stage, { evenementId: waiting.id, utilisateurId: stage.lea.id, statut: 'EN_ATTENTE' })
  answerInstead(stage, /^GET \/api\/inscriptions\/me/, badGateway)
  await enter(page, stage, { person: stage.lea, to: list })
  await expectPhrase(page.getByRole('main'), 'evenementsErreur')
  await expectPhrase(page, 'erreurChargement')
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByText(titreEvenement)).toBeVisible()
  await expect(page.getByText(phrases.erreurChargement)).toHaveCount(0)

  answerInstead(stage, /^GET \/api\/frontend\/participant\/evenements\/\d+ HTTP/, badGateway)
  await page.goto(`${stage.origin}${list}/999999`)
  await expectPhrase(page.getByRole('main'), 'evenementDetailsErreur')
  await expectPhrase(page, 'evenementRecuperationErreur')
  clearFault(stage)
  await page.goto(`${stage.origin}${list}/${waiting.id}`)
  await expectPhrase(page.getByRole('main'), 'depotReserve')
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeHidden()
  // Pending is no failure: no retry button, no error announcement.
  const pending = page.locator('[data-part=banner]').filter({ hasText: 'en attente de validation' })
  await expect(pending).toHaveAttribute('data-tone', 'amber')
  await expect(page.getByRole('heading', { name: "L'album est réservé" })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: phrases.reessayer })).toHaveCount(0)
  answerInstead(stage, /^GET \/api\S*\/medias\S* HTTP/, badGateway)
  await page.goto(`${stage.origin}${list}/${stage.evenementId}`)
  await expectPhrase(page.getByRole('main'), 'galerieErreur')
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByText('Pas encore de photos')).toBeVisible()
})

test('explains what to do when an event is not open to the person, without an error', async ({ page }) => {
  const stage = scene()
  const nora = await unUtilisateur(stage, { prenom: 'Nora', nom: 'Petit' })
  await unConsentement(stage, nora.id)
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Cousinade' })
  await enter(page, stage, { person: nora, to: `${list}/${id}` })
  await expect(page.getByRole('heading', { level: 1, name: 'Événement non trouvé' })).toBeVisible()
  await expect(page.getByText(/Demandez à l'organisateur/)).toBeVisible()
  await expect(page.getByText(phrases.erreurChargement)).toHaveCount(0)
  await expect(page.getByRole('button', { name: phrases.reessayer })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Voir mes événements' }).click()
  await expect(page).toHaveURL(`${stage.origin}${list}`)
})
