import { expect, type Locator, type Page, test } from '@playwright/test'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { unConsentement, unEvenement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { appIsThere, clearFault, enter, fillLogin, onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { decideOf } from '#tests/support/invites.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { unLien } from '#tests/support/liens.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, titreEvenement } from '#tests/support/stage.ts'
import { addMedia } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('leads from the scan to the first photo without an account in five fields', async ({ page }, {
    annotations,
  }) => {
    const stage = scene()
    const { code } = await unLien(stage, stage)
    const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }
    const start = performance.now()
    await page.goto(`${stage.origin}/e/${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titreEvenement)
    await expect(page).toHaveTitle(/Mariage de Camille/)
    await expect(page.getByText('Claire vous invite à partager vos photos.')).toBeVisible()
    await expect(page.getByText('Annecy')).toBeVisible()
    await expectPhrase(page.getByRole('main'), 'depotAnonyme')
    let fields = await fieldsOf(page)
    await page.getByRole('link', { name: 'Créer un compte' }).click()
    await fillAccount(page, 'nadia@eclats.test')
    fields += await fieldsOf(page)
    await page.getByRole('button', { name: 'Créer mon compte' }).click()

    await expect(page).toHaveURL(`${stage.origin}/e/${code}`)
    await expect(page.getByRole('radio', { name: 'Sur place' })).toBeChecked()
    await page.getByRole('button', { name: "Rejoindre l'événement" }).click()
    const consent = page.getByRole('dialog')
    await consent.getByRole('checkbox').check()
    fields += await consent.getByRole('checkbox').count()
    await consent.getByRole('button', { name: 'Accepter' }).click()
    await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
    await addMedia(page, [photo])
    const seconds = (performance.now() - start) / 1000
    annotations.push({ type: 'seconds from the scan to the queued photo', description: seconds.toFixed(1) })
    expect(fields).toBe(5)
    await expect(async () => {
      const { statutInscription, typeParticipation } = await inscriptionOf('nadia@eclats.test')
      expect({ statutInscription, typeParticipation }).toEqual({
        statutInscription: 'VALIDE',
        typeParticipation: 'SUR_PLACE',
      })
    }).toPass()
  })

  test('sends photos taken offline right after joining, without a visit to the dashboard', async ({ page }) => {
    const stage = scene()
    const ines = await unUtilisateur(stage, { email: 'ines@eclats.test', prenom: 'Inès' })
    await unConsentement(stage, ines.id)
    const { code } = await unLien(stage, stage)
    await enter(page, stage, { person: ines, to: `/e/${code}` })
    await page.getByRole('button', { name: "Rejoindre l'événement" }).click()
    await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
    await page.getByRole('button', { name: phrases.ajouterMedia }).waitFor()
    stage.network.fault = { kind: 'down' }
    stage.network.cut()
    await addMedia(page, [{ name: 'IMG_7.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
    // The event may be loaded or not: the person is informed, and the page continues by itself.
    await page.getByRole('link', { name: /^Envois/ }).click()
    await expect(page.getByText(/^Partira avec le réseau$|^Cette page arrive avec le réseau/)).toBeVisible()
    await expect(page.getByText('Session expirée')).toBeHidden()
    clearFault(stage)
    await expect(page.getByText(/^Reçue à/)).toBeVisible()
    const medias = await mediasOf(stage)
    expect(medias.filter(({ auteurId }) => auteurId === ines.id)).toHaveLength(1)
  })

  test('shows the missing network, and Réessayer loads the event', async ({ page }) => {
    const stage = scene()
    const { code } = await unLien(stage, stage)
    await page.goto(`${stage.origin}/login`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    stage.network.fault = { kind: 'down' }
    stage.network.cut()
    await page.goto(`${stage.origin}/e/${code}`)
    await expectPhrase(page.getByRole('main'), 'evenementDetailsErreur')
    clearFault(stage)
    await page.getByRole('button', { name: phrases.reessayer }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titreEvenement)
  })

  test('loads the event when the network returns to a page that was opened without it', async ({ page, context }) => {
    const stage = scene()
    const { code } = await unLien(stage, stage)
    await page.goto(`${stage.origin}/login`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.goto(`${stage.origin}/e/${code}`)
    await expect(page.getByText('Vous êtes hors ligne')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titreEvenement)
  })

  test('asks an invited person for no role, also before the app starts with a page of the worker', async ({ page }) => {
    await page.goto(`${scene().origin}/login`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const open = async (path: string) => {
      const answer = await page.goto(`${scene().origin}${path}`)
      expect(answer?.fromServiceWorker()).toBe(true)
      return answer?.text()
    }
    expect(await open('/register')).toContain('et je choisis les photos')
    expect(await open('/register?redirect=%2Fe%2FAbC-123')).not.toContain('et je choisis les photos')
  })
})

test('keeps the picture beside the form in view when a wide page is scrolled', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`${stage.origin}/e/${code}`)
  await appIsThere(page)
  await page.getByText('Lire la politique').click()
  await page.getByRole('link', { name: "J'ai déjà un compte" }).scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1)
  const picture = await page.locator('header img').boundingBox()
  expect(picture).toMatchObject({ height: 500 })
  // A page that is scrolled by a fraction of a pixel moves the picture by less than one.
  expect(Math.abs(picture?.y ?? Number.NaN)).toBeLessThan(1)
})

test('logs a person with an account in on the way, joins, and opens the event directly afterwards', async ({
  page,
}) => {
  const stage = scene()
  const noe = await unUtilisateur(stage, { email: 'noe@eclats.test', prenom: 'Noé' })
  await unConsentement(stage, noe.id)
  const { code } = await unLien(stage, stage)
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByRole('link', { name: phrases.seConnecter }).click()
  await fillLogin(page, noe.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/e/${code}`)
  await page.getByRole('radio', { name: 'En ligne' }).check({ force: true })
  await page.getByRole('button', { name: "Rejoindre l'événement" }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  expect((await inscriptionOf(noe.email)).typeParticipation).toBe('EN_LIGNE')
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
})

test('opens the login with the address filled in when the automatic login after the registration fails @long', async ({
  page,
}) => {
  const stage = scene()
  const { code } = await unLien(stage, stage)
  await page.goto(`${stage.origin}/register?redirect=${encodeURIComponent(`/e/${code}`)}`)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await fillAccount(page, 'sami@eclats.test')
  // The limit of logins counts an address before it has an account.
  for (let n = 0; n < 5; n += 1)
    await page.request.post(`${stage.origin}/api/auth/login`, {
      data: { email: 'sami@eclats.test', password: 'Mauvais2026!' },
    })
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  await expect(page).toHaveURL(`${stage.origin}/login?redirect=${encodeURIComponent(`/e/${code}`)}`)
  await expect(page.getByLabel('Adresse email')).toHaveValue('sami@eclats.test')
})

test('explains what a link with validation or a full event waits for', async ({ page }) => {
  const stage = scene()
  const mona = await unUtilisateur(stage, { email: 'mona@eclats.test', prenom: 'Mona' })
  await unConsentement(stage, mona.id)
  const asking = await unLien(stage, { evenementId: stage.evenementId, entree: 'A_VALIDER' })
  const small = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Dîner à deux', capaciteMax: 1 })
  await uneInscription(stage, { evenementId: small.id, utilisateurId: stage.karim.id })
  const full = await unLien(stage, { evenementId: small.id })
  await enter(page, stage, { person: mona, to: `/e/${asking.code}` })
  await page.getByRole('button', { name: 'Demander à participer' }).click()
  await expect(page.getByText('Votre demande est envoyée.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Votre demande est envoyée.')).toBeVisible()
  await page.goto(`${stage.origin}/e/${full.code}`)
  await page.getByRole('button', { name: "Rejoindre l'événement" }).click()
  await expect(page.getByText("L'événement est complet.")).toBeVisible()
  await page.getByRole('link', { name: 'Voir mes événements' }).click()
  await expect(page.getByText('Dîner à deux')).toBeVisible()
})

test('follows the decision about a request on the open page of its link', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, entree: 'A_VALIDER' })
  const ask = async (prenom: string) => {
    const person = await unUtilisateur(stage, { email: `${prenom}@eclats.test`, prenom })
    await unConsentement(stage, person.id)
    await enter(page, stage, { person, to: `/e/${code}` })
    await page.getByRole('button', { name: 'Demander à participer' }).click()
    await expect(page.getByText('Votre demande est envoyée.')).toBeVisible()
  }
  await ask('Nora')
  await decideOf(stage, 'ANNULE', 'Nora')
  await expect(page.getByText(sentenceOf('inscription.annulee'))).toBeVisible()
  await expect(page.getByText('Votre demande est envoyée.')).toBeHidden()
  await ask('Milo')
  await decideOf(stage, 'VALIDE', 'Milo')
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
})

test('explains unknown, malformed, revoked and cancelled links, with a way out', async ({ page }) => {
  const stage = scene()
  const cancelled = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Régate', statut: 'ANNULE' })
  const revoked = await unLien(stage, { evenementId: stage.evenementId, revoqueLe: new Date().toISOString() })
  const gone = typographie(sentenceOf('lien.introuvable'))
  for (const code of ['x'.repeat(22), 'court', revoked.code]) {
    await page.goto(`${stage.origin}/e/${code}`)
    await expect(page.getByRole('heading', { level: 1, name: gone })).toBeVisible()
  }
  await page.getByRole('link', { name: phrases.retourAccueil }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  const { code } = await unLien(stage, { evenementId: cancelled.id })
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Régate')
  await expect(page.getByText('Cet événement est annulé.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Créer un compte' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: phrases.retourAccueil })).toBeVisible()
})

test("shows the server's message for a change between reading and joining", async ({ page }) => {
  const stage = scene()
  const lola = await unUtilisateur(stage, { email: 'lola@eclats.test', prenom: 'Lola' })
  const { code, id } = await unLien(stage, stage)
  await enter(page, stage, { person: lola, to: `/e/${code}` })
  const join = page.getByRole('button', { name: "Rejoindre l'événement" })
  await expect(join).toBeVisible()
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: lola.id, statut: 'ANNULE' })
  await join.click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(typographie(sentenceOf('inscription.annulee')))
  const { database } = stage.parts
  await database
    .updateTable('lienEvenement')
    .set({ revoqueLe: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await join.click()
  await expect(alert).toContainText(typographie(sentenceOf('lien.introuvable')))
})

test('leads a person without account from a mailed invitation into the event, also when it is opened again', async ({
  page,
}) => {
  const stage = scene()
  const email = 'yann@eclats.test'
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Baptême de Jules' })
  const answer = await page.request.post(
    `${stage.origin}/api/frontend/organisateur/evenements/${evenementId}/inviter-inscription`,
    { data: { email }, headers: { Authorization: `Bearer ${stage.claire.token}` } },
  )
  expect(answer.status()).toBe(201)
  const path = await mailedLink(stage, email, 'register')
  await page.goto(`${stage.origin}${path}`)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await fillAccount(page, email)
  await page.getByRole('button', { name: 'Créer mon compte' }).click()
  const consent = page.getByRole('dialog')
  await consent.getByRole('checkbox').check()
  await consent.getByRole('button', { name: 'Accepter' }).click()
  await page.getByRole('article', { name: 'Baptême de Jules' }).getByRole('button', { name: 'Accepter' }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${evenementId}`)
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  await page.goto(`${stage.origin}${path}`)
  await expect(page).toHaveURL(/\/participant\/evenements\?invitation=/)
  await expect(page.getByText('Déjà répondu (1)')).toBeVisible()
})

test('registers, joins, consents and reaches the add button by keyboard alone @long', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, stage)
  await page.goto(`${stage.origin}/e/${code}`)
  await pressOn(page, page.getByRole('link', { name: 'Créer un compte' }))
  await tabTo(page, page.getByLabel('Prénom'))
  for (const text of ['Iris', 'Costa', 'iris@eclats.test', 'Souvenirs2026!']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await pressOn(page, page.getByRole('button', { name: 'Créer mon compte' }))
  await tabTo(page, page.getByRole('radio', { name: 'Sur place' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'En ligne' })).toBeChecked()
  await pressOn(page, page.getByRole('button', { name: "Rejoindre l'événement" }))
  const consent = page.getByRole('dialog')
  await tabTo(page, consent.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await pressOn(page, consent.getByRole('button', { name: 'Accepter' }))
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await tabTo(page, page.getByRole('button', { name: phrases.ajouterMedia }))
  expect((await inscriptionOf('iris@eclats.test')).typeParticipation).toBe('EN_LIGNE')
})

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function fillAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Prénom').fill('Nadia')
  await page.getByLabel('Nom', { exact: true }).fill('Benali')
  await page.getByLabel('Adresse email').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill('Souvenirs2026!')
}

/** The fields that a person has to fill in on the page. */
function fieldsOf(page: Page): Promise<number> {
  return page.getByRole('main').locator('input:not([type=checkbox]):visible, select:visible, textarea:visible').count()
}

function inscriptionOf(email: string) {
  return scene()
    .parts.database.selectFrom('inscription')
    .innerJoin('utilisateur', 'utilisateur.id', 'inscription.utilisateurId')
    .selectAll('inscription')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}
