import { expect, test } from '@playwright/test'
import { uneInscription, uneInvitation, unEvenement } from '#tests/support/builders.ts'
import { enter, stageOfFile, plain } from '#tests/support/journey.ts'

test.use(plain)
const scene = stageOfFile()

test('prints a list without navigation, fields and buttons, in the light colour scheme', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal imprimé' })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id, statut: 'EN_ATTENTE' })
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
  await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${id}/participants` })
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: /^Valider / })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(main.getByText(stage.karim.email)).toBeVisible()
  await expect(main.getByText('En attente', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(main.getByRole('button', { name: /Valider|Refuser|Inviter|Prévenir|Exporter|Toutes/ })).toHaveCount(0)
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${stage.origin}/organizer/evenements`)
  await expect(main.getByRole('heading', { name: 'Bal imprimé' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(main.getByRole('heading', { name: 'Bal imprimé' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link', { name: /Gérer|Détails/ })).toHaveCount(0)
})

test('prints the sent invitations, the rewards and the notifications without buttons', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal listé' })
  await uneInvitation(stage, { evenementId: id, invite: stage.karim })
  const main = page.getByRole('main')
  const lists = [
    { to: `/organizer/evenements/${id}/invitations`, text: stage.karim.email },
    { to: '/organizer/recompenses', text: /Récompenses/ },
    { to: '/notifications', text: /Notifications/ },
  ]
  for (const { to, text } of lists) {
    await page.emulateMedia({ media: 'screen' })
    await enter(page, stage, { person: stage.claire, to })
    await expect(main.getByText(text).first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(main.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(main.getByRole('button')).toHaveCount(0)
  }
})
