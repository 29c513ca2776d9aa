import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { unAdministrateur, uneInscription, unEvenement, unMedia, unUtilisateur } from '#tests/support/builders.ts'
import { enter, settled, stageOfFile, plain } from '#tests/support/journey.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { brokenWords, cutText, smallPhones, tooWide } from '#tests/support/smallScreen.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { walk } from '#tests/support/walk.ts'

test.use(plain)
const scene = stageOfFile()
test.beforeAll(async () => {
  await deposer(scene(), scene().karim, 2)
  await validateAll(scene())
})
test.describe.configure({ mode: 'parallel' })

for (const person of ['karim', 'claire'] as const) {
  const title = `wraps titles and lieux of 200 characters on every screen of ${person}, with and without spaces`
  // Two walks through every screen in six sizes.
  test(title, { tag: '@long' }, async ({ page }) => {
    const stage = scene()
    const ids: number[] = []
    for (const part of ['Anniversaire'.padEnd(200, 'anniversaire'), 'Anniversaire de '.repeat(13).slice(0, 200)]) {
      const texts = { titre: part, lieu: part, description: part }
      const { id } = await unEvenement(stage, { createurId: stage.claire.id, ...texts })
      await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
      await uneInscription(stage, { evenementId: id, utilisateurId: stage.lea.id, statut: 'EN_ATTENTE' })
      await unMedia(stage, { evenementId: id, auteurId: stage.karim.id, statut: 'EN_ATTENTE' })
      ids.push(id)
    }
    await enter(page, stage, { person: stage[person], to: '/profil' })
    const found: string[] = []
    const paths = new Set(ids.flatMap((id) => walk(person, id)))
    for (const path of paths) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(`${stage.origin}${path}`)
      await settled(page)
      for (const [media, size] of [
        ...[...smallPhones, { width: 820, height: 1180 }, { width: 1280, height: 800 }].map(
          (screen) => ['screen', screen] as const,
        ),
        // A4 in CSS pixels.
        ['print', { width: 794, height: 1123 }] as const,
      ]) {
        await page.emulateMedia({ media })
        await page.setViewportSize(size)
        const where = `${path} ${media} ${size.width}x${size.height}`
        found.push(...(await tooWide(page, where)), ...(await cutText(page, { part: 'nniversaire', where })))
      }
    }
    expect(found).toEqual([])
  })
}

for (const path of ['', '/medias']) {
  test(`shows a photo of the album above the fold on a phone with the browser's bars (…${path})`, async ({ page }) => {
    const stage = scene()
    const { id } = await unEvenement(stage, {
      createurId: stage.claire.id,
      titre: 'Mariage de Camille et Adrien au château de Menthon',
    })
    await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
    await unGrandAlbum(stage, { evenementId: id, nombre: 60 })
    await page.setViewportSize({ width: 390, height: 664 })
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${id}${path}` })
    await expectFirstTileInSight(page)
  })
}

test('opens the details of an event below its title, and its filters beside the tabs', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 390, height: 664 })
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  const details = page.getByRole('button', { name: "Détails de l'événement" })
  const calendar = page.getByRole('button', { name: 'Ajouter à mon agenda' })
  await expect(calendar).toBeHidden()
  await details.click()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(calendar).toBeVisible()
  await details.click()
  await expect(calendar).toBeHidden()
})

test("shows photos below the header of an organiser's event, and its details behind the title", async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, {
    createurId: stage.claire.id,
    titre: 'Mariage de Camille et Adrien au château de Menthon',
  })
  await unGrandAlbum(stage, { evenementId: id, nombre: 60 })
  await page.setViewportSize({ width: 390, height: 664 })
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/medias` })
  await expectFirstTileInSight(page)
  const calendar = page.getByRole('button', { name: 'Ajouter à mon agenda' })
  await expect(calendar).toBeHidden()
  await page.getByRole('button', { name: "Détails de l'événement" }).click()
  await expect(calendar).toBeVisible()
  await page.getByRole('tab', { name: 'Détails' }).click()
  await expect(calendar).toBeVisible()
  await expect(page.getByRole('button', { name: "Détails de l'événement" })).toBeHidden()
})

test('shows the whole consent, its box and both answers on the smallest phone', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 360, height: 640 })
  await enter(page, stage, {
    person: await unUtilisateur(stage),
    to: '/participant/evenements',
  })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  for (const part of [
    ...(await dialog.getByRole('listitem').all()),
    dialog.getByText('Lire la politique'),
    dialog.getByRole('checkbox'),
    dialog.getByRole('button', { name: 'Refuser' }),
    dialog.getByRole('button', { name: 'Accepter' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
})

test('shows the chosen files of a sheet on a phone in landscape', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 844, height: 390 })
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.getByRole('button', { name: phrases.ajouterMedia }).first().click()
  const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
  const files = await Promise.all([1, 2, 3].map(() => unePhoto()))
  await sheet
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles(files.map((buffer, n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  const rows = sheet.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  for (const n of [0, 1]) await expect(rows.nth(n)).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('button', { name: 'Choisir' })).toBeInViewport({ ratio: 1 })
  await expect(sheet.getByRole('button', { name: 'Envoyer 3 photos' })).toBeInViewport({ ratio: 1 })
})

test('shows the actions of an event below its title on a phone, and with words on a wide screen', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, stage, {
    person: stage.claire,
    to: `/organizer/evenements/${stage.evenementId}/corbeille`,
  })
  const title = page.getByRole('heading', { level: 1 })
  const inviter = page.getByRole('link', { name: 'Inviter et gérer les participants' })
  await expect(inviter).toBeVisible()
  const [above, below] = [await title.boundingBox(), await inviter.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0))
  await page.setViewportSize({ width: 1280, height: 800 })
  const acts = [
    inviter,
    page.getByRole('button', { name: phrases.evenementModifier }),
    page.getByRole('button', { name: 'Prévenir' }),
  ]
  for (const act of acts) {
    const words = act.locator('span')
    expect((await words.boundingBox())?.width).toBeGreaterThan(40)
    expect((await act.boundingBox())?.y).toBe((await inviter.boundingBox())?.y)
  }
})

test('leads to the desk from the bottom bar by its entry alone', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  const main = page.getByRole('main')
  const screens = [
    { path: `/organizer/evenements/${stage.evenementId}`, toDesk: /^Valider/ },
    { path: '/organizer', toDesk: /^1 média à valider/ },
  ]
  for (const { path, toDesk } of screens) {
    await page.goto(`${stage.origin}${path}`)
    await expect(main.getByRole('link', { name: toDesk }).first()).toBeVisible()
    await expect(main.locator('[data-reach]')).toHaveCount(0)
    await expect(bottomBar(page).getByRole('link', { name: /^À valider/ })).toBeVisible()
  }
})

test('shows every filter of the events whole at 1280 pixels', async ({ page }) => {
  const stage = scene()
  for (const statut of ['PLANIFIE', 'TERMINE', 'ANNULE'] as const)
    await unEvenement(stage, { createurId: stage.claire.id, statut })
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
  await expect(page.getByRole('button', { name: /^Annulés/ })).toBeInViewport({ ratio: 1 })
})

test('covers the alternative texts of the landing page when its pictures fail', async ({ page }) => {
  await page.route(/\/accueil\/.*\.webp$/, (route) => route.abort())
  await page.goto(scene().origin)
  const picture = page.getByRole('img', { name: 'Une cérémonie sous une arche de fleurs' })
  const cover = () =>
    picture.evaluate((image) => {
      const { position, content } = getComputedStyle(image, '::after')
      return { position, content }
    })
  // Once it has started, the app replaces the prerendered page and its picture.
  await expect.poll(cover).toEqual({ position: 'absolute', content: '""' })
})

test('separates the words of the bottom bar, and those of the rail from its edges', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 390, height: 844 })
  const to = `/organisateur/evenements/${stage.evenementId}/participants`
  await enter(page, stage, { person: stage.claire, to })
  await expect(page.getByRole('button', { name: 'Inviter' })).toBeVisible()
  const word = (text: string) => bottomBar(page).getByText(text, { exact: true })
  const [first, second] = [await word('Dashboard').boundingBox(), await word('Événements').boundingBox()]
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBeGreaterThanOrEqual(6)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto(`${stage.origin}/organizer/recompenses`)
  const rail = page.getByRole('navigation', { name: 'Navigation principale' })
  await expect(rail).toBeVisible()
  const [edge, longest] = [
    await rail.boundingBox(),
    await rail.locator('[aria-current]').getByText('Récompenses').boundingBox(),
  ]
  if (!edge || !longest) throw new Error('the rail is not laid out')
  expect(longest.x - edge.x).toBeGreaterThanOrEqual(4)
  expect(edge.x + edge.width - longest.x - longest.width).toBeGreaterThanOrEqual(4)
})

test.describe('at 320 pixels, as with a zoom of 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('cuts no text of the landing page', async ({ page }) => {
    await page.goto(scene().origin)
    await expect(page.getByText(/^Vos invités déposent/)).toBeVisible()
    expect(await cutText(page, { part: 'Vos invités déposent', where: '/' })).toEqual([])
  })

  test("breaks no word in the title of an organiser's event", async ({ page }) => {
    const stage = scene()
    const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: "Séminaire d'équipe à Saint-Malo" })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/medias` })
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    expect(await brokenWords(title)).toEqual([])
  })

  test('shows role and state of an account without overlap', async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: await unAdministrateur(stage), to: '/admin-settings' })
    const role = page.getByRole('combobox', { name: 'Rôle de Karim Haddad' })
    const [a, b] = [await role.boundingBox(), await page.getByRole('switch', { name: /Karim Haddad$/ }).boundingBox()]
    if (!a || !b) throw new Error('a control is not laid out')
    expect(a.x + a.width <= b.x || a.y + a.height <= b.y).toBe(true)
  })

  test('scrolls to the link of a desk without media', async ({ page }) => {
    const stage = scene()
    const { id } = await unEvenement(stage, { createurId: stage.claire.id })
    await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${id}/medias` })
    await page.getByText('Rien à valider pour le moment').hover()
    await page.mouse.wheel(0, 400)
    await expect(page.getByRole('link', { name: 'Voir la galerie' })).toBeInViewport({ ratio: 1, timeout: 15_000 })
  })
})

/** At least half of it, above the bottom bar. */
async function expectFirstTileInSight(page: Page): Promise<void> {
  const first = page.locator('main [data-media]').first()
  await expect(first).toBeVisible()
  const [tile, bar] = [await first.boundingBox(), await bottomBar(page).boundingBox()]
  expect((tile?.y ?? Infinity) + (tile?.height ?? Infinity) / 2).toBeLessThan(bar?.y ?? 0)
}

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Raccourcis' })
