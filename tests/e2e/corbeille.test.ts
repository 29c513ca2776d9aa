import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { unEvenement, unMedia } from '#tests/support/builders.ts'
import { enter, onTablet, stageOfFile } from '#tests/support/journey.ts'
import { previewsMade } from '#tests/support/manyMedia.ts'
import { momentPattern } from '#tests/support/moments.ts'
import { openPhone, tablet } from '#tests/support/phone.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onTablet)
const galleryOf = ({ evenementId }: Stage) => `/organizer/evenements/${evenementId}/medias`
const statuts = async (stage: Stage) => (await mediasOf(stage)).map(({ statut }) => statut)
const photos = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Photo de Léa/ })
const decision = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Décision' }).getByRole('button', { name, exact: true })

test('changes decisions in the gallery, deletes a photo to the bin and restores it', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 2)
  await previewsMade(stage)
  await enter(page, stage, { person: stage.claire, to: galleryOf(stage) })
  await page
    .getByRole('group', { name: 'Montrer' })
    .getByRole('button', { name: /^En attente/ })
    .click()
  await expect(photos(page)).toHaveCount(2)
  await photos(page).first().click()
  await decision(page, 'Valider').click()
  await expect(decision(page, 'Validée')).toHaveAttribute('aria-pressed', 'true')
  // The filter no longer includes it; the viewer continues with the media that it had.
  await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible()
  await decision(page, 'Favori').click()
  await decision(page, 'Couverture').click()
  await expect(decision(page, 'Couverture')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Photo suivante' }).click()
  await expect(page.getByText('2 sur 2', { exact: true })).toBeVisible()
  await decision(page, 'Rejeter').click()
  await page.getByRole('button', { name: 'Photo floue' }).click()
  await expect(decision(page, 'Rejetée')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(decision(page, 'Rejeter')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible()
  await expect.poll(() => statuts(stage)).toContain('VALIDE')
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Supprimer ce média' }).click()
  const question = page.getByRole('alertdialog')
  await expectPhrase(question, 'mediaSuppressionQuestion')
  await expect(question.getByText(/30 jours/)).toBeVisible()
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(photos(page)).toHaveCount(1)
  // Leaving the gallery flushes held decisions.
  await page.getByRole('tab', { name: /^Corbeille/ }).click()
  await expect.poll(() => statuts(stage)).toContain('SUPPRIME')
  await expect(page.getByText(/encore 30.jours/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Corbeille 1' })).toBeVisible()
  await page.getByRole('button', { name: /^Restaurer/ }).click()
  await expect(page.getByText('La corbeille est vide')).toBeVisible()
  expect((await statuts(stage)).toSorted()).toEqual(['EN_ATTENTE', 'VALIDE'])
  const cover = (await mediasOf(stage)).find(({ couverture }) => couverture === 1)
  expect(cover).toMatchObject({ statut: 'VALIDE', favori: 1 })
})

test('offers to undo the deletion of the only photo, whose gallery is empty then', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Pot de départ' })
  await unMedia(stage, { evenementId, auteurId: stage.lea.id, statut: 'VALIDE' })
  await enter(page, stage, { person: stage.claire, to: galleryOf({ ...stage, evenementId }) })
  await photos(page).click()
  await expect(decision(page, 'Validée')).toBeVisible()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Supprimer ce média' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  const empty = page.getByRole('heading', { name: 'Pas encore de photos' })
  await expect(empty).toBeFocused()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await expect(photos(page)).toHaveCount(1)
  await expect(empty).toHaveCount(0)
})

test('decides by keys in the viewer, once per press, and not while typing @long', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 2)
  await previewsMade(stage)
  await enter(page, stage, { person: stage.claire, to: galleryOf(stage) })
  await page
    .getByRole('group', { name: 'Montrer' })
    .getByRole('button', { name: /^En attente/ })
    .click()
  await photos(page).first().click()
  await expect(decision(page, 'Valider')).toHaveAttribute('aria-keyshortcuts', 'V')
  // Disabled until the row of the media is loaded.
  await expect(decision(page, 'Valider')).toBeEnabled()
  await page.keyboard.press('v')
  await expect(decision(page, 'Validée')).toBeVisible()
  await page.keyboard.down('f')
  // A held key repeats.
  await page.keyboard.down('f')
  await page.keyboard.up('f')
  await expect(decision(page, 'Favori')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('r')
  await page.keyboard.press('9')
  const reason = page.getByRole('dialog', { name: 'Autre raison' })
  await reason.getByLabel('Raison').pressSequentially('vrf')
  await expect(reason.getByLabel('Raison')).toHaveValue('vrf')
  await reason.getByRole('button', { name: 'Rejeter' }).click()
  await expect(decision(page, 'Rejetée')).toBeVisible()
  await page.keyboard.press('Control+v')
  await expect(decision(page, 'Rejetée')).toBeVisible()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expectPhrase(question, 'mediaSuppressionQuestion')
  await page.keyboard.press('v')
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(question).toBeHidden()
  await expect(decision(page, 'Rejetée')).toBeVisible()
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await page.getByRole('tab', { name: /^Corbeille/ }).click()
  await expect.poll(() => statuts(stage)).toContain('SUPPRIME')
})

test('sends an offline decision later, and reports one that came too late', async () => {
  const stage = await openStage()
  const phone = await openPhone(tablet)
  try {
    await deposer(stage, stage.lea, 1)
    await previewsMade(stage)
    const { page } = phone
    await signIn(page, stage, stage.claire, { remember: true })
    const granted = page.waitForResponse((answer) => answer.url().includes('/moderation-grants') && answer.ok())
    await page.goto(`${stage.origin}${galleryOf(stage)}`)
    await granted
    await photos(page).first().click()
    await expect(decision(page, 'Valider')).toBeEnabled()
    await phone.context.setOffline(true)
    await decision(page, 'Valider').click()
    await expect(decision(page, 'Validée')).toBeVisible()
    const [media] = await mediasOf(stage)
    const elsewhere = await fetch(`${stage.server.address}/api/frontend/organisateur/medias/${media?.id}/rejeter`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${stage.claire.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ raison: 'Doublon', version: 1 }),
    })
    expect(elsewhere.status).toBe(200)
    await page.getByRole('button', { name: 'Fermer' }).click()
    await page.getByRole('tab', { name: phrases.evenementDetails }).click()
    await phone.context.setOffline(false)
    await expect(
      page.getByText(new RegExp(`déjà rejeté ce média ${momentPattern} depuis un autre appareil\\.`)).first(),
    ).toBeVisible()
    expect(await statuts(stage)).toEqual(['REJETE'])
  } finally {
    await phone.close()
    await stage.close()
  }
})
