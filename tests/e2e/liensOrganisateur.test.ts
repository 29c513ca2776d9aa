import { expect, type Page, test } from '@playwright/test'
import { sentenceOf } from '#domain/contract/errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway, rawAnswer } from '#tests/support/answers.ts'
import { unEvenement, uneInvitation, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearFault, closeToast, enter, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { nowIso } from '#server/clock.ts'
import { unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { readQr } from '#tests/support/qrCode.ts'

const scene = stageOfFile()
test.use({ ...plain, ...onPhone, permissions: ['clipboard-read', 'clipboard-write'] })

const titre = 'Bal des pompiers du quai de Valmy'
const toast = (page: Page) => page.locator('[data-part="toast"]')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Scannez pour ajouter vos photos' })

test('creates a link; its QR code is readable in both themes', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  await openTab(page, id)
  await expect(page.getByText('Aucun lien pour le moment')).toBeVisible()
  await page.getByRole('radio', { name: 'À valider' }).check({ force: true })
  await expect(page.getByText(/Qui ouvre le lien fait une demande/)).toBeVisible()
  await page.getByRole('button', { name: 'Créer un lien' }).click()
  await expect(sheet(page)).toBeVisible()
  const url = await addressOf(id)
  await expect(sheet(page).getByText(/\/e\/[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
  await expect(sheet(page).getByText('À valider')).toBeVisible()
  const code = sheet(page).getByRole('img', { name: `QR code de ${titre}` })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, media: 'screen', reducedMotion: 'reduce' })
    expect(await readQr(code)).toBe(url)
  }
})

test('copies, shares and prints a link as the device supports', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  await unLien(stage, { evenementId: id })
  // A headless browser has no share targets and no printer.
  await page.addInitScript(() => {
    const done: unknown[] = []
    Object.assign(window, { done, print: () => void done.push('print') })
    Object.assign(navigator, {
      share: (data: ShareData) => {
        done.push(data)
        return Promise.reject(new DOMException('closed', 'AbortError'))
      },
    })
  })
  await openTab(page, id)
  const url = await addressOf(id)
  await page.getByRole('button', { name: /^Partager le lien/ }).click()
  await page.getByRole('button', { name: /^Copier le lien/ }).click()
  await expect(toast(page)).toContainText('Lien copié')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await closeToast(page)
  await page.getByRole('button', { name: /^Agrandir le QR code/ }).click()
  await sheet(page).getByRole('button', { name: 'Imprimer' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Agrandir le QR code/ })).toBeFocused()
  await expect(page.getByText("Le lien n'a pas pu être partagé.")).toHaveCount(0)
  const done = await page.evaluate(() => (window as unknown as { done: unknown[] }).done)
  expect(done).toEqual([{ title: titre, text: `Ajoutez vos photos à « ${titre} »`, url }, 'print'])
})

test('keeps the page when its QR code cannot be loaded, and shows the code when the network returns', async ({
  page,
}) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  await unLien(stage, { evenementId: id })
  answerInstead(stage, /^GET \/assets\/QrDrawing/, rawAnswer('503 Service Unavailable', '', []))
  const asked = page.waitForResponse(/QrDrawing/)
  await openTab(page, id)
  expect((await asked).status()).toBe(503)
  await page.getByRole('button', { name: /^Copier le lien/ }).click()
  await expect(toast(page)).toContainText('Lien copié')
  clearFault(stage)
  await page.evaluate(() => void dispatchEvent(new Event('online')))
  await expect(page.locator('[data-part="qr-code"] path')).toBeVisible()
})

test('asks before revoking a link, lists it as revoked, and closes it', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  const { code } = await unLien(stage, { evenementId: id })
  await openTab(page, id)
  await page.getByRole('button', { name: /^Révoquer le lien/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('button', { name: /^Copier le lien/ })).toBeVisible()
  await page.getByRole('button', { name: /^Révoquer le lien/ }).click()
  await question.getByRole('button', { name: 'Révoquer' }).click()
  await expect(page.getByText('Révoqués (1)')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copier le lien/ })).toHaveCount(0)
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(typographie(sentenceOf('lien.introuvable')))
})

test('shows on an open screen that its link was revoked, and the link that replaces it, on another device', async ({
  page,
}) => {
  const stage = scene()
  const { claire, server } = stage
  const { id } = await unEvenement(stage, { createurId: claire.id, titre: 'Vœux du comité' })
  const lien = await unLien(stage, { evenementId: id })
  const onOtherDevice = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.address}/api/frontend/organisateur/${path}`, {
      method,
      headers: { authorization: `Bearer ${claire.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    expect(answer.ok).toBe(true)
  }
  await enter(page, stage, { person: claire, to: `/organizer/evenements/${id}/qr` })
  await expect(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  await onOtherDevice('DELETE', `liens/${lien.id}`)
  await expect(page.getByRole('heading', { name: "Ce QR code n'ouvre plus rien" })).toBeVisible()
  await onOtherDevice('POST', `evenements/${id}/liens`, { entree: 'DIRECTE', identite: 'PRENOM' })
  await expect(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  const [made] = await stage.parts.database
    .selectFrom('lienEvenement')
    .select('id')
    .where('evenementId', '=', id)
    .where('revoqueLe', 'is', null)
    .execute()
  await page.goto(`${stage.origin}/organizer/evenements/${id}/invitations`)
  await page.getByRole('button', { name: /^Agrandir/ }).click()
  const large = page.getByRole('dialog', { name: 'Scannez pour ajouter vos photos' })
  await expect(large).toBeVisible()
  await onOtherDevice('DELETE', `liens/${made?.id}`)
  await expect(large).toBeHidden()
  await expect(page.getByText('Révoqués (2)')).toBeVisible()
})

test('finds the people who came by a revoked link, and returns to the links', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre, statut: 'EN_COURS' })
  const lien = await unLien(stage, { evenementId: id, identite: 'PRENOM' })
  for (const prenom of ['Spam', 'Encore']) await unInvite(stage, { evenementId: id, lien, prenom })
  await unInvite(stage, { evenementId: id, prenom: 'Marie' })
  await stage.parts.database
    .updateTable('lienEvenement')
    .set({ revoqueLe: nowIso(stage.parts.clock) })
    .where('id', '=', lien.id)
    .execute()
  await openTab(page, id)
  await page.getByText('Révoqués (1)').click()
  const links = page.url()
  await page.getByRole('link', { name: '2 arrivées' }).click()
  await expect(page).toHaveURL(`${stage.origin}/organisateur/evenements/${id}/participants?lien=${lien.id}`)
  await expect(page.getByText(/^Par le lien du .*, révoqué$/)).toHaveCount(2)
  await expect(page.getByText('Marie', { exact: true })).toHaveCount(0)
  const filter = page.getByLabel('Filtrer par lien')
  await expect(filter.locator('option:checked')).toHaveText(/^Lien du .*, révoqué \(2\)$/)
  await filter.selectOption('Toutes les arrivées')
  await expect(page.getByText(/^Par le lien du /)).toHaveCount(3)
  await page.goBack()
  await expect(page).toHaveURL(links)
})

test("shows an error when links fail, and the server's message for the twenty-first", async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  for (let n = 0; n < 20; n += 1) await unLien(stage, { evenementId: id })
  answerInstead(stage, /^GET \S*\/liens HTTP/, badGateway)
  await openTab(page, id)
  await expect(page.getByText('Impossible de charger les liens.')).toBeVisible()
  clearFault(stage)
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await page.getByRole('button', { name: 'Créer un autre lien' }).click()
  await expect(toast(page)).toContainText(typographie(sentenceOf('lien.trop_nombreux')))
})

test('lists sent invitations, resends and withdraws them, and invites an unknown address to sign up in the same press @long', async ({
  page,
}) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  await openTab(page, id)
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email })
  await expect(page.getByText('Aucune invitation pour le moment.')).toBeVisible()
  const email = page.getByLabel('Adresse email')
  await email.fill(stage.karim.email)
  await page.getByRole('button', { name: "Envoyer l'invitation" }).click()
  await expect(row(stage.karim.email)).toContainText('En attente')
  await page.getByRole('button', { name: `Renvoyer l'invitation à ${stage.karim.email}` }).click()
  await expect(toast(page)).toContainText('Invitation renvoyée')
  await closeToast(page)
  await page.getByRole('button', { name: `Révoquer l'invitation de ${stage.karim.email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
  await expect(row(stage.karim.email)).toContainText('Révoquée')
  await expect(row(stage.karim.email).getByRole('button')).toHaveCount(0)

  await email.fill('zoe@ailleurs.test')
  await page.getByRole('button', { name: "Envoyer l'invitation" }).click()
  await expectPhrase(page.getByRole('status'), 'invitationInconnu')
  await expect(page.getByText('Invitation à créer un compte envoyée à zoe@ailleurs.test.')).toBeVisible()
  await expect(row('zoe@ailleurs.test')).toContainText('pas encore de compte')
})

test('shows the limit of resends in its row, and keeps the order after a successful one @long', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  for (const invite of [stage.karim, stage.lea]) await uneInvitation(stage, { evenementId: id, invite })
  await openTab(page, id)
  const rows = page.getByRole('listitem').filter({ hasText: /@eclats\.test/ })
  const resend = page.getByRole('button', { name: `Renvoyer l'invitation à ${stage.karim.email}` })
  await expect(rows.nth(1)).toContainText(stage.karim.email)
  for (let n = 0; n < 3; n += 1) {
    await resend.click()
    await expect(toast(page)).toContainText('Invitation renvoyée')
    await closeToast(page)
  }
  await expect(rows.nth(1)).toContainText(stage.karim.email)
  await resend.click()
  await expect(rows.nth(1).getByRole('alert')).toContainText('Trop de tentatives.')
  await stage.parts.database.deleteFrom('tentative').where('cle', 'like', 'invitation-renvoi:%').execute()
  await resend.click()
  await expect(toast(page)).toContainText('Invitation renvoyée')
  await expect(rows.nth(1)).toContainText(stage.karim.email)
  await expect(rows.nth(1).getByRole('alert')).toBeHidden()
})

test('names the malformed addresses among pasted ones', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
  await openTab(page, id)
  await page.getByLabel('Adresse email').evaluate((field: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, 'zoe@ailleurs.test, nina@, karim.ailleurs.fr')
  const list = page.getByRole('list', { name: 'Adresses à inviter' })
  await expect(list.getByText(typographie("« nina@ » n'est pas une adresse e-mail valide"))).toBeVisible()
  await expect(list.getByText(typographie("« karim.ailleurs.fr » n'est pas une adresse e-mail valide"))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Envoyer 1 invitation' })).toBeVisible()
})

test('explains to organisers that the event is theirs, or that another account is needed', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, stage)
  await enter(page, stage, { person: stage.claire, to: `/e/${code}` })
  await expect(page.getByText("C'est votre événement.")).toBeVisible()
  await page.getByRole('link', { name: "Voir l'événement" }).click()
  await expect(page).toHaveURL(`${stage.origin}/organizer/evenements/${stage.evenementId}/invitations`)
  const other = await unUtilisateur(stage, { role: 'ORGANISATEUR' })
  await page.evaluate(() => sessionStorage.clear())
  await enter(page, stage, { person: other, to: `/e/${code}` })
  await expect(page.getByText('Vous êtes connecté(e) comme organisateur.')).toBeVisible()
  await page.getByRole('link', { name: 'Retour à mon espace' }).click()
  await expect(page).toHaveURL(`${stage.origin}/organizer`)
})

async function openTab(page: Page, id: number): Promise<void> {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/invitations` })
}

/** Address of an event's newest link, as the server writes it. */
async function addressOf(id: number): Promise<string> {
  const { origin, claire } = scene()
  const answer = await fetch(`${origin}/api/frontend/organisateur/evenements/${id}/liens`, {
    headers: { Authorization: `Bearer ${claire.token}` },
  })
  const [lien] = (await answer.json()) as { url: string }[]
  return lien?.url ?? ''
}
