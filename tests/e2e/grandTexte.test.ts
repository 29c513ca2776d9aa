import { expect, test } from '@playwright/test'
import { nowIso } from '#server/clock.ts'
import { chromiumArgs, headlessPath } from '../../scripts/chromium.ts'
import { unEvenement, unUtilisateur } from '#tests/support/builders.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, plain, settled, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { brokenWords, crowdedBar, cutText, tooWide } from '#tests/support/smallScreen.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { walk } from '#tests/support/walk.ts'

const executablePath = headlessPath()
// The default font size of the browser set to 32 pixels instead of 16; media queries in rem follow it.
test.use({
  ...plain,
  viewport: { width: 390, height: 844 },
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, '--blink-settings=defaultFontSize=32'],
  },
})
test.describe.configure({ mode: 'parallel' })
const scene = stageOfFile()
test.beforeAll(async () => {
  await deposer(scene(), scene().karim, 2)
  await validateAll(scene())
  await unLien(scene(), { evenementId: scene().evenementId })
})

for (const person of [null, 'karim', 'claire'] as const) {
  const title = `has no overflow on any screen of ${person ?? 'visitors'} with text twice as large`
  // A walk through every screen.
  test(title, { tag: '@long' }, async ({ page }) => {
    const stage = scene()
    if (person) await enter(page, stage, { person: stage[person], to: '/profil' })
    const found: string[] = []
    for (const path of walk(person, stage.evenementId)) {
      await page.goto(`${stage.origin}${path}`)
      await settled(page)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        found.push(...(await tooWide(page, path)), ...(await crowdedBar(page, path)))
      }
    }
    expect(found).toEqual([])
  })
}

test('cuts no button of the landing page and of the event in progress with text twice as large', async ({ page }) => {
  const stage = scene()
  await page.goto(stage.origin)
  const start = page.getByRole('main').getByRole('link', { name: phrases.commencerMaintenant })
  await expect(start).toBeVisible()
  const found = await cutText(page, { part: phrases.commencerMaintenant, where: '/' })
  await enter(page, stage, { person: stage.karim, to: '/participant' })
  await expect(page.getByRole('button', { name: phrases.ajouterMedia }).first()).toBeVisible()
  found.push(...(await cutText(page, { part: phrases.ajouterMedia, where: '/participant' })))
  expect(found).toEqual([])
})

test('separates the lens and the text of a search field, and keeps the count on the corner of the bell', async ({
  page,
}) => {
  const stage = scene()
  const { database, clock } = stage.parts
  const said = {
    type: 'EVENEMENT' as const,
    titre: 'Nouvelle',
    message: '',
    evenementId: stage.evenementId,
    lu: 0 as const,
  }
  const row = {
    ...said,
    utilisateurId: stage.claire.id,
    dateCreation: nowIso(clock),
    courrielLe: nowIso(clock),
    nommeId: null,
  }
  await database
    .insertInto('notification')
    .values(Array.from({ length: 120 }, () => row))
    .execute()
  await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
  const search = page.getByRole('searchbox')
  await expect(search).toBeVisible()
  const gap = await search.evaluate((field) => {
    const lens = field.previousElementSibling?.getBoundingClientRect()
    return (
      field.getBoundingClientRect().left + parseFloat(getComputedStyle(field).paddingInlineStart) - (lens?.right ?? 0)
    )
  })
  expect(gap).toBeGreaterThanOrEqual(4)
  const bell = page.getByRole('button', { name: /^Notifications/ }).filter({ visible: true })
  const [button, count] = [await bell.boundingBox(), await bell.getByText('99+', { exact: true }).boundingBox()]
  if (!button || !count) throw new Error('the bell is not laid out')
  expect(count.width * count.height).toBeLessThan((button.width * button.height) / 3)
  expect(count.x + count.width).toBeLessThanOrEqual(button.x + button.width + 1)
  expect(count.x).toBeGreaterThanOrEqual(button.x)
})

test('breaks no word of a gauge with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
  for (const label of ['Événements actifs', 'Participants, au plus'])
    expect(await brokenWords(page.getByText(label, { exact: true }))).toEqual([])
})

test('wraps the placeholder of a search field with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
  const [text, field] = [
    await page.getByText('Titre, description ou lieu').boundingBox(),
    await page.getByRole('searchbox').boundingBox(),
  ]
  if (!text || !field) throw new Error('the search is not laid out')
  expect(text.x + text.width).toBeLessThanOrEqual(field.x + field.width)
  expect(text.y + text.height).toBeLessThanOrEqual(field.y + field.height)
  expect(await cutText(page, { part: 'Titre, description ou lieu', where: 'search' })).toEqual([])
})

test('separates the arrow and the text of a select with text twice as large', async ({ page }) => {
  const stage = scene()
  for (const to of ['/organizer/evenements', '/organizer/recompenses']) {
    await enter(page, stage, { person: stage.claire, to })
    const room = await page
      .getByRole('combobox')
      .first()
      .evaluate((select) => {
        const arrow = select.nextElementSibling?.getBoundingClientRect()
        const end = select.getBoundingClientRect().right - parseFloat(getComputedStyle(select).paddingInlineEnd)
        return (arrow?.left ?? 0) - end
      })
    expect(room).toBeGreaterThanOrEqual(0)
  }
})

test('breaks no word below the figures of a profile at any text size', async ({ page }) => {
  const stage = scene()
  // For the plural, which is longer.
  await unEvenement(stage, { createurId: stage.claire.id })
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  const label = page.getByText('événements organisés', { exact: true })
  await expect(label).toBeVisible()
  await settled(page)
  for (const fontSize of ['26px', '29px', '32px', '34px']) {
    await page.evaluate((size) => Object.assign(document.documentElement.style, { fontSize: size }), fontSize)
    expect(await brokenWords(label)).toEqual([])
  }
})

test('breaks no word below the figures of an event with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
  for (const label of ['Validées', 'Annulée', 'Rejeté'])
    expect(await brokenWords(page.getByText(label, { exact: true }).first())).toEqual([])
})

for (const tab of ['', '/medias'])
  test(`breaks no word in the title of an organiser's event with text twice as large (…${tab})`, async ({ page }) => {
    const stage = scene()
    const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: "Séminaire d'équipe" })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}${tab}` })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await brokenWords(page.getByRole('heading', { level: 1 }))).toEqual([])
  })

test('breaks no word of the plans with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/dashboard-organisateur/abonnement' })
  const limits = page.getByText(/participants par événement$/)
  await expect(limits).toHaveCount(4)
  for (const limit of await limits.all()) expect(await brokenWords(limit)).toEqual([])
})

test('breaks no word in the title of a sheet with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
  await page.getByRole('button', { name: phrases.evenementModifier, exact: true }).click()
  const title = page.getByRole('dialog').getByRole('heading', { name: phrases.evenementModifierTitre })
  await expect(title).toBeVisible()
  expect(await brokenWords(title)).toEqual([])
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Fermer' })).toBeInViewport({ ratio: 1 })
})

test('keeps the words of a sheet inside its buttons with text twice as large', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
  await page.getByRole('button', { name: phrases.evenementModifier, exact: true }).click()
  for (const name of ['Annuler', 'Enregistrer']) {
    const button = page.getByRole('dialog').getByRole('button', { name })
    await expect(button).toBeVisible()
    expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
})

for (const [width, height] of [
  [390, 844],
  [320, 568],
] as const)
  test(`keeps photo and decisions of the desk usable at ${width}x${height} with text twice as large`, async ({
    page,
  }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 3)
    await page.setViewportSize({ width, height })
    const to = `/organisateur/evenements/${stage.evenementId}/medias`
    await enter(page, stage, { person: stage.claire, to })
    await expect(page.locator('#contenu [data-current]')).toBeVisible()
    const photo = await page.locator('#contenu').boundingBox()
    expect(photo?.height).toBeGreaterThan(height / 4)
    const decisions = page.getByRole('region', { name: 'Décision' })
    for (const name of ['Rejeter', 'Supprimer', 'Favori', 'Valider']) {
      const button = decisions.getByRole('button', { name })
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    await page.goto(`${stage.origin}${to}?vue=grille`)
    const tile = page.getByRole('listitem').filter({ has: page.locator('[data-media]') })
    await expect(tile.first()).toBeVisible()
    const [mark, enlarge] = [
      await tile.first().locator('[data-media] > [aria-hidden]').boundingBox(),
      await tile
        .first()
        .getByRole('button', { name: /^Agrandir/ })
        .boundingBox(),
    ]
    if (!mark || !enlarge) throw new Error('the grid is not laid out')
    expect(mark.x + mark.width).toBeLessThanOrEqual(enlarge.x)
    await tile.first().locator('[data-media]').click()
    await expect(decisions.getByRole('button', { name: 'Valider 1' })).toBeEnabled()
  })

for (const width of [320, 390])
  test(`breaks no word of the decisions of the viewer at ${width} pixels with text twice as large`, async ({
    page,
  }) => {
    const stage = scene()
    await page.setViewportSize({ width, height: 844 })
    const [media] = await mediasOf(stage)
    const to = `/organizer/evenements/${stage.evenementId}/medias?media=${media?.id}`
    await enter(page, stage, { person: stage.claire, to })
    const decisions = page.getByRole('region', { name: 'Décision' })
    await expect(decisions.getByRole('button')).toHaveCount(4)
    for (const word of await decisions.locator('span').all()) expect(await brokenWords(word)).toEqual([])
    for (const button of await decisions.getByRole('button').all()) {
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })

for (const width of [320, 390])
  test(`keeps both answers of the consent whole at ${width} pixels with text twice as large`, async ({ page }) => {
    const stage = scene()
    await page.setViewportSize({ width, height: 844 })
    await enter(page, stage, { person: await unUtilisateur(stage), to: '/participant/evenements' })
    for (const name of ['Refuser', 'Accepter']) {
      const button = page.getByRole('dialog').getByRole('button', { name })
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })

for (const width of [320, 390])
  test(`keeps the buttons of a QR code whole at ${width} pixels with text twice as large`, async ({ page }) => {
    const stage = scene()
    await page.setViewportSize({ width, height: 844 })
    // The browser of a phone shares; this one does not.
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: () => Promise.resolve() }))
    const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id })
    const { id } = await unLien(stage, { evenementId })
    // The widest letters.
    await stage.parts.database
      .updateTable('lienEvenement')
      .set({ codeCourt: width === 320 ? 'WMWMWMWM' : 'MWMWMWMW' })
      .where('id', '=', id)
      .execute()
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${evenementId}/qr` })
    await expect(page.getByRole('button', { name: 'Partager' })).toBeVisible()
    await expect(page.getByText(/WMWM-WMWM|MWMW-MWMW/).first()).toBeVisible()
    for (const name of ['Imprimer', 'Copier le lien', 'Partager', 'Enregistrer le QR code en SVG']) {
      const box = await page.getByRole('button', { name }).boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width)
    }
    for (const hint of await page.getByText('A4 à découper').all()) expect(await brokenWords(hint)).toEqual([])
    expect(await tooWide(page, 'qr')).toEqual([])
  })

test('separates the words of the page of a link with text twice as large', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  const add = page.getByRole('button', { name: 'Ajouter un nom' })
  await expect(add).toBeEnabled()
  const [label, button] = [await page.getByText('Votre prénom').boundingBox(), await add.boundingBox()]
  if (!label || !button) throw new Error('the form is not laid out')
  expect(button.y).toBeGreaterThanOrEqual(label.y + label.height)
  expect(await tooWide(page, 'link')).toEqual([])
})
