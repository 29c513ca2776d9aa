import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { unEvenement } from '#tests/support/builders.ts'
import { onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

const sheet = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })

async function fillIn(page: Page, prenom: string): Promise<void> {
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
}

const participate = (page: Page) => page.getByRole('button', { name: 'Participer', exact: true }).click()

test('sends the photos of an entry that waits while the guest of another event is signed in', async ({
  page,
  context,
}) => {
  const stage = scene()
  const fete = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête de Nour' })
  const [own, other] = [
    await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' }),
    await unLien(stage, { evenementId: fete.id, identite: 'PRENOM' }),
  ]
  // The page of the other link is open already when the guest enters the own event.
  const second = await context.newPage()
  await second.goto(`${stage.origin}/e/${other.code}`)
  await fillIn(second, 'Nina')
  await page.goto(`${stage.origin}/e/${own.code}`)
  await fillIn(page, 'Omar')
  await participate(page)
  await sheet(page).getByRole('button', { name: 'Fermer' }).click()
  await sheetsAreLeft(page)
  await participate(second)
  await sheet(second)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet(second).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(second.getByText(/^1.photo attend sur ce téléphone, Nina\./)).toBeVisible()
  await second.close()

  const waits = page
    .getByRole('status')
    .filter({ hasText: typographie('1 photo de Nina attend pour « Fête de Nour ».') })
  await waits.getByRole('link', { name: 'Voir' }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/envois`)
  await page.getByRole('button', { name: 'Envoyer au nom de Nina' }).click()
  await expect.poll(async () => (await mediasOf({ ...stage, evenementId: fete.id })).length).toBe(1)
  await expect(waits).toBeHidden()
  const [media] = await mediasOf({ ...stage, evenementId: fete.id })
  const nina = await stage.parts.database
    .selectFrom('utilisateur')
    .select('id')
    .where('prenom', '=', 'Nina')
    .executeTakeFirstOrThrow()
  expect(media?.auteurId).toBe(nina.id)
  // The cookie is still the one of Omar.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${stage.origin}/participant`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Omar')
})
