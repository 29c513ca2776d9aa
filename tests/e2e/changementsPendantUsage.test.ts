import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { unConsentement, unEvenement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { enter, onPhone, stageOfFile, withoutWorker } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import type { Stage } from '#tests/support/stage.ts'

test.use({ ...onPhone, ...withoutWorker })
const scene = stageOfFile()
const hour = 3_600_000

async function aParticipant(stage: Stage, evenementId: number) {
  const person = await unUtilisateur(stage)
  await unConsentement(stage, person.id)
  await uneInscription(stage, { evenementId, utilisateurId: person.id })
  return person
}

async function addPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: phrases.ajouterMedia }).first().click()
  const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
  await sheet
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet.getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(sheet).toBeHidden()
  await page
    .getByRole('link', { name: /^Envois/ })
    .first()
    .click()
}

const mediasIn = async ({ parts }: Stage, evenementId: number) =>
  (await parts.database.selectFrom('media').select('id').where('evenementId', '=', evenementId).execute()).length

test('sends a photo chosen before the event when the event begins while the app is open', async ({ page }) => {
  const stage = scene()
  const soon = {
    dateDebut: new Date(Date.now() + hour).toISOString(),
    dateFin: new Date(Date.now() + 5 * hour).toISOString(),
  }
  const { id } = await unEvenement(stage, {
    createurId: stage.claire.id,
    statut: 'PLANIFIE',
    titre: 'Bal du soir',
    ...soon,
  })
  const person = await aParticipant(stage, id)
  await enter(page, stage, { person, to: `/participant/evenements/${id}` })
  await addPhoto(page)
  await expect(page.getByText(/l'envoi reprendra à son ouverture/)).toBeVisible()
  await stage.parts.database
    .updateTable('evenement')
    .set({ dateDebut: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await expect(page.getByText(/^Reçue à/)).toBeVisible()
  expect(await mediasIn(stage, id)).toBe(1)
})

test('sends a photo that waited for a consent when the person gives it', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal du soir' })
  const person = await aParticipant(stage, id)
  await enter(page, stage, { person, to: `/participant/evenements/${id}` })
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  // Revoked on another device.
  await stage.parts.database
    .updateTable('consentement')
    .set({ statut: 'REVOQUE', revoqueLe: new Date().toISOString() })
    .where('utilisateurId', '=', person.id)
    .execute()
  await addPhoto(page)
  await expect(page.getByText('Votre consentement est nécessaire pour envoyer ce média.')).toBeVisible()
  // The page asks for the consent again.
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Bal du soir' })).toBeVisible()
  await page.getByRole('link', { name: 'Donner mon consentement' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Accepter' }).click()
  await expect(page.getByText('Votre consentement est enregistré.').first()).toBeVisible()
  await expect.poll(() => mediasIn(stage, id)).toBe(1)
})

test("shows an event again on a participant's open page when its deletion is undone at once", async ({ page }) => {
  const stage = scene()
  const { id, titre } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal du matin' })
  const person = await aParticipant(stage, id)
  const asOrganiser = async (method: string, path: string) => {
    const answer = await fetch(`${stage.server.address}/api/frontend/organisateur/evenements/${path}`, {
      method,
      headers: { authorization: `Bearer ${stage.claire.token}` },
    })
    expect(answer.ok).toBe(true)
  }
  await asOrganiser('DELETE', `${id}`)
  await enter(page, stage, { person, to: `/participant/evenements/${id}` })
  await expect(page.getByRole('heading', { name: 'Événement non trouvé' })).toBeVisible()
  await asOrganiser('POST', `${id}/restaurer`)
  await expect(page.getByRole('heading', { level: 1, name: titre })).toBeVisible()
})
