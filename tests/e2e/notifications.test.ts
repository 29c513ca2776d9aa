import { expect, test, type Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { nowIso } from '#server/clock.ts'
import { type PersonneDeTest, unEvenement, uneInscription } from '#tests/support/builders.ts'
import { badGateway } from '#tests/support/answers.ts'
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
import { previewsMade } from '#tests/support/manyMedia.ts'
import { mediasOf, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { answered } from '#tests/support/steps.ts'

test.use(plain)
const scene = stageOfFile()
test.beforeEach(() => scene().parts.database.deleteFrom('notification').execute())

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ }).filter({ visible: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const streams = ({ network }: Stage) => network.requests.filter((line) => line.startsWith('GET /api/live')).length

/** A notification as the server writes it, some minutes old. */
async function addNotification(
  stage: Stage,
  person: PersonneDeTest,
  minutesAgo: number,
  titre = 'Nouvelle du jour',
  now = Date.now(),
) {
  const dateCreation = new Date(now - minutesAgo * 60_000).toISOString()
  const row = { type: 'EVENEMENT' as const, titre, message: 'Le lieu a changé.', evenementId: stage.evenementId }
  const { id: utilisateurId } = person
  await stage.parts.database
    .insertInto('notification')
    .values({ ...row, utilisateurId, dateCreation, lu: 0, courrielLe: nowIso(stage.parts.clock), nommeId: null })
    .execute()
}

/** The organiser decides on another device. */
async function decide({ server, claire }: Stage, id: number, verb: 'valider' | 'rejeter') {
  const answer = await fetch(`${server.address}/api/frontend/organisateur/medias/${id}/${verb}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${claire.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ raison: 'Photo floue' }),
  })
  expect(answer.status).toBe(200)
}

/** Karim asks for the removal of a media that shows him. */
async function askRemoval({ server, karim }: Stage, id: number, motif: string) {
  const answer = await fetch(`${server.address}/api/frontend/participant/medias/${id}/demandes-retrait`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${karim.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ motif }),
  })
  expect(answer.status).toBe(201)
}

/** The organiser sends an announcement. */
async function announce({ server, claire, evenementId }: Stage, titre: string) {
  const answer = await fetch(`${server.address}/api/organisateur/evenements/${evenementId}/notifications`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${claire.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ titre, message: 'Bientôt.' }),
  })
  expect(answer.status).toBe(201)
}

test.describe('on a phone', () => {
  test.use(onPhone)

  test('shows a validated photo to its contributor at once, in the album and at the bell', async ({ page }) => {
    const stage = scene()
    await deposer(stage, stage.karim, 1)
    const [media] = await mediasOf(stage)
    const listening = page.waitForResponse(/\/api\/live$/)
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
    const tile = page.getByRole('button', { name: /Votre photo/ }).first()
    await expect(tile).toContainText('En attente')
    await listening
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await decide(stage, media?.id ?? 0, 'valider')
    await expect(tile).not.toContainText('En attente')
    await expect(page.locator('[data-part=toast]')).toContainText("Votre média est visible dans l'album.")
    await expect(bell(page)).toHaveAccessibleName(/^Notifications, 1.non lue$/)
    await page.getByRole('button', { name: 'Voir', exact: true }).click()
    await expect(page).toHaveURL(
      `${stage.origin}/participant/evenements/${stage.evenementId}/medias?media=${media?.id}`,
    )
    await expect(page.getByRole('dialog', { name: /Votre photo/ })).toBeVisible()
  })

  test('groups several validated photos in one row with pictures and event, which opens the album', async ({
    page,
  }) => {
    const stage = scene()
    const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal du port' })
    await uneInscription(stage, { evenementId, utilisateurId: stage.lea.id })
    const bal = { ...stage, evenementId }
    await deposer(bal, stage.lea, 4)
    // A picture that is not made yet is left out until the page asks again, up to five minutes later.
    await previewsMade(bal)
    for (const { id } of await mediasOf(bal)) await decide(stage, id, 'valider')
    await enter(page, stage, { person: stage.lea, to: '/notifications' })
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'médias validés' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(/4.médias validés/)
    await expect(row).toContainText('Bal du port')
    await expect(row.locator('img')).toHaveCount(3)
    await row.getByRole('link').click()
    await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${evenementId}/medias`)
    await expect(bell(page)).toHaveAccessibleName('Notifications')
  })

  test('opens the removal request that a notification of the organiser is about', async ({ page }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 1)
    const media = (await mediasOf(stage)).findLast(({ statut }) => statut === 'EN_ATTENTE')
    await decide(stage, media?.id ?? 0, 'valider')
    await askRemoval(stage, media?.id ?? 0, 'On me voit de trop près.')
    await enter(page, stage, { person: stage.claire, to: '/notifications' })
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'retrait' }).getByRole('link').click()
    await expect(page).toHaveURL(`${stage.origin}/organisateur/evenements/${stage.evenementId}/medias?vue=demandes`)
    await expect(page.getByRole('article', { name: /^Karim / })).toContainText('On me voit de trop près.')
  })

  test('shows times in minutes under 60, hours under 24, then days, and opens the target from the panel @long', async ({
    page,
  }) => {
    const stage = scene()
    // The clock of the page does not run, so that no minute passes between the rows and the reading.
    const now = Date.now()
    await page.clock.setFixedTime(now)
    for (const [minutes, titre] of [
      [3 * 24 * 60, 'Il y a trois jours'],
      [23 * 60 + 59, 'Hier ou presque'],
      [60, 'Une heure'],
      [59, 'Bientôt une heure'],
      [0, titreEvenement],
    ] as const)
      await addNotification(stage, stage.karim, minutes, titre, now)
    await enter(page, stage, { person: stage.karim, to: '/participant' })
    await bell(page).click()
    const rows = panel(page).getByRole('listitem')
    await expect(rows.getByRole('time')).toHaveText([
      "À l'instant",
      /^Il y a 59.min$/,
      /^Il y a 1.h$/,
      /^Il y a 23.h$/,
      /^Il y a 3.j$/,
    ])
    await rows.first().getByRole('link').click()
    await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toHaveAccessibleName(/^Notifications, 4.non lues$/)
  })

  test('closes the panel by Escape, outside press and navigation, and returns the focus to the bell @long', async ({
    page,
  }) => {
    const stage = scene()
    await enter(page, stage, { person: stage.karim, to: '/participant' })
    await bell(page).click()
    await expect(panel(page).getByText('Aucune notification')).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
    await bell(page).click()
    await page.mouse.click(100, 800 - 120)
    await expect(panel(page)).toBeHidden()
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'Toutes les notifications' }).click()
    await expect(page).toHaveURL(`${stage.origin}/notifications`)
    await expect(panel(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('groups the list by day, marks all as read, and works offline @long', async ({ page, context }) => {
    const stage = scene()
    await addNotification(stage, stage.karim, 2 * 24 * 60, 'Avant-hier')
    await addNotification(stage, stage.karim, 0, 'Tout juste')
    await enter(page, stage, { person: stage.karim, to: '/notifications' })
    const days = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(days).toHaveCount(2)
    await expect(days.first()).toHaveText("Aujourd'hui")
    await expect(page.getByRole('main').locator('section').first()).not.toContainText('Avant-hier')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^2.non lues$/)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Tout marquer comme lu' }).click()
    await expect(page.locator('[data-part=toast]')).toContainText('Le serveur ne répond pas')
    await expect(page.getByText('Avant-hier')).toBeVisible()
    await context.setOffline(false)
    await closeToast(page)
    await page.getByRole('button', { name: 'Tout marquer comme lu' }).click()
    await expect(page.getByRole('button', { name: 'Tout marquer comme lu' })).toBeHidden()
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    const left = await stage.parts.database.selectFrom('notification').select('id').where('lu', '=', 0).execute()
    expect(left).toEqual([])
  })

  test('shows an error with a retry button when the list fails', async ({ page }) => {
    const stage = scene()
    answerInstead(stage, /^GET \/api\/notifications /, badGateway)
    await enter(page, stage, { person: stage.karim, to: '/notifications' })
    await expect(page.getByRole('main').getByText(phrases.erreurChargement)).toBeVisible()
    clearFault(stage)
    await page.getByRole('button', { name: phrases.reessayer }).click()
    await expect(page.getByRole('heading', { name: 'Aucune notification' })).toBeVisible()
  })

  test('shows one toast for many notifications', async ({ page }) => {
    const stage = scene()
    const listening = page.waitForResponse(/\/api\/live$/)
    // The first event contains no new notification.
    const known = page.waitForResponse(/\/api\/notifications$/)
    await enter(page, stage, { person: stage.karim, to: '/participant' })
    await listening
    await known
    // With one message: several of a slow machine would be shown one after another.
    for (const titre of ['Premier', 'Deuxième']) await addNotification(stage, stage.karim, 0, titre)
    await announce(stage, 'Troisième')
    const toast = page.locator('[data-part=toast]')
    await expect(toast).toContainText(/3.nouvelles notifications/)
    await toast.getByRole('button', { name: 'Voir' }).click()
    await expect(page).toHaveURL(`${stage.origin}/notifications`)
    await page.clock.install({ time: Date.now() })
    await announce(stage, 'Quatrième')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^4.non lues$/)
    // The next toast would be shown 10 s after the last one, and hide some seconds later.
    await page.clock.runFor(11_000)
    await answered(page)
    expect(await toast.count()).toBe(0)
  })
})

test.describe('on a tablet', () => {
  test.use(onTablet)

  test('shares one stream between two tabs, taken over when the first is closed', async ({ page, context }) => {
    const stage = scene()
    const before = streams(stage)
    await enter(page, stage, { person: stage.karim, to: '/participant' })
    await expect.poll(() => streams(stage) - before).toBe(1)
    const second = await context.newPage()
    await enter(second, stage, { person: stage.karim, to: '/participant' })
    await expect(bell(second)).toHaveAccessibleName('Notifications')
    await deposer(stage, stage.karim, 1)
    const media = (await mediasOf(stage)).findLast(({ statut }) => statut === 'EN_ATTENTE')
    await decide(stage, media?.id ?? 0, 'rejeter')
    for (const tab of [page, second]) await expect(bell(tab)).toHaveAccessibleName(/^Notifications, 1.non lue$/)
    expect(streams(stage) - before).toBe(1)
    await page.close()
    await expect.poll(() => streams(stage) - before).toBe(2)
    await deposer(stage, stage.karim, 1)
    const next = (await mediasOf(stage)).findLast(({ statut }) => statut === 'EN_ATTENTE')
    await decide(stage, next?.id ?? 0, 'valider')
    await expect(bell(second)).toHaveAccessibleName(/^Notifications, 2.non lues$/)
  })

  test('loads notifications missed while disconnected, and hides the banner', async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: stage.karim, to: '/participant' })
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    const before = streams(stage)
    stage.network.fault = { kind: 'down' }
    stage.network.cut()
    await expect(page.getByText('Le serveur ne répond pas')).toBeVisible()
    await addNotification(stage, stage.karim, 0)
    clearFault(stage)
    await expect(bell(page)).toHaveAccessibleName(/^Notifications, 1.non lue$/)
    await expect(page.getByText('Le serveur ne répond pas')).toBeHidden()
    expect(streams(stage)).toBeGreaterThan(before)
  })

  test('ends the stream with the session', async ({ page }) => {
    const stage = scene()
    await page.clock.install()
    await enter(page, stage, { person: stage.karim, to: '/profil' })
    await expect.poll(() => streams(stage)).toBeGreaterThan(0)
    await page.getByRole('button', { name: phrases.deconnexion }).last().click()
    await expect(page).toHaveURL(`${stage.origin}/`)
    const after = streams(stage)
    await page.clock.runFor(120_000)
    await answered(page)
    expect(streams(stage)).toBe(after)
  })
})
