import { expect, test } from '@playwright/test'
import { badGateway } from '#tests/support/answers.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { unInvite } from '#tests/support/invites.ts'
import {
  answerInstead,
  clearFault,
  closeToast,
  enter,
  onPhone,
  onTablet,
  stageOfFile,
  plain,
} from '#tests/support/journey.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'

const scene = stageOfFile()
test.use({ ...onTablet, ...plain })

test('opens the album early, shows it on the open phone of a guest, and closes it again', async ({ page, browser }) => {
  const stage = scene()
  const event = { createurId: stage.claire.id, titre: 'Bal des surprises', galeriePour: 'JAMAIS' } as const
  const { id: evenementId } = await unEvenement(stage, event)
  const [marie, paul] = [await unInvite(stage, { evenementId }), await unInvite(stage, { evenementId, prenom: 'Paul' })]
  for (const guest of [marie, paul]) await deposer({ ...stage, evenementId }, guest, 1)
  await validateAll({ ...stage, evenementId })
  const phone = await (await browser.newContext(onPhone)).newPage()
  await enter(phone, stage, { person: marie, to: `/participant/evenements/${evenementId}` })
  const seen = phone.locator('main [data-media]')
  await expect(seen).toHaveCount(1)

  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${evenementId}` })
  const album = page.getByRole('region', { name: 'Album' })
  const open = album.getByRole('button', { name: "Ouvrir l'album maintenant" })
  await expect(album).toContainText('Les participants ne voient que leurs photos.')
  answerInstead(stage, /^PATCH \S*\/evenements\//, badGateway)
  await open.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(open).toBeEnabled()
  await closeToast(page)
  clearFault(stage)
  await open.click()
  await expect(album).toContainText('Les participants voient les photos de tous.')
  await expect(seen).toHaveCount(2)
  const stored = () =>
    stage.parts.database
      .selectFrom('evenement')
      .select('galeriePour')
      .where('id', '=', evenementId)
      .executeTakeFirstOrThrow()
  await expect(page.getByRole('status').filter({ hasText: 'Album ouvert aux participants' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Annuler', exact: true }).click()
  await expect(open).toBeVisible()
  expect(await stored()).toEqual({ galeriePour: 'JAMAIS' })
  await expect(seen).toHaveCount(1)

  await open.click()
  await album.getByRole('button', { name: "Refermer l'album" }).click()
  await expect(open).toBeFocused()
  expect(await stored()).toEqual({ galeriePour: 'JAMAIS' })
  await phone.context().close()
})

test('shows a guest without photos who sees them, or when the album opens', async ({ page }) => {
  const stage = scene()
  const dateFin = new Date(Date.now() + 86_400_000).toISOString()
  for (const [galeriePour, sentence] of [
    ['JAMAIS', "Seul l'organisateur voit vos photos."],
    ['APRES', /L'album s'ouvre .+ D'ici là, vous voyez les vôtres\./],
    ['PENDANT', "Les premières apparaissent ici dès qu'elles sont validées."],
  ] as const) {
    const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, galeriePour, dateFin })
    const guest = await unInvite(stage, { evenementId, prenom: galeriePour })
    await enter(page, stage, { person: guest, to: `/participant/evenements/${evenementId}` })
    await expect(page.getByText('Pas encore de photos')).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.context().clearCookies()
  }
})

test('promises no photos in an empty album whose organiser was erased, unless it opens later', async ({ page }) => {
  const stage = scene()
  const dateFin = new Date(Date.now() + 86_400_000).toISOString()
  for (const [galeriePour, title, sentence] of [
    ['PENDANT', 'Aucune photo', "Il n'y a plus d'organisateur pour en valider."],
    ['JAMAIS', 'Aucune photo', "Il n'y a plus d'organisateur pour en valider."],
    ['APRES', 'Pas encore de photos', /L'album s'ouvre .+ D'ici là, vous voyez les vôtres\./],
  ] as const) {
    const { id: createurId, token } = await unOrganisateur(stage)
    const { id: evenementId } = await unEvenement(stage, { createurId, galeriePour, dateFin, statut: 'TERMINE' })
    const guest = await unInvite(stage, { evenementId, prenom: `Zoé ${galeriePour}` })
    const headers = { Authorization: `Bearer ${token}` }
    const erased = await fetch(`${stage.origin}/api/frontend/participant/data`, { method: 'DELETE', headers })
    expect(erased.status).toBe(200)
    await enter(page, stage, { person: guest, to: `/participant/evenements/${evenementId}` })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    await page.context().clearCookies()
  }
})

test('offers nothing for an album that the participants see', async ({ page }) => {
  const stage = scene()
  const past = { dateDebut: '2026-01-01T10:00:00.000Z', dateFin: '2026-01-01T12:00:00.000Z' }
  for (const event of [{ galeriePour: 'PENDANT' as const }, { galeriePour: 'APRES' as const, ...past }]) {
    const { id } = await unEvenement(stage, { createurId: stage.claire.id, ...event })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}` })
    await expect(page.getByRole('heading', { name: 'Statut' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Album' })).toHaveCount(0)
  }
})
