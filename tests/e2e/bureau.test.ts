import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { unEvenement } from '#tests/support/builders.ts'
import { nextIsReady } from '#tests/support/desk.ts'
import { answerInstead, enter, stageOfFile, withoutWorker } from '#tests/support/journey.ts'
import { multiplyMedias, previewsMade } from '#tests/support/manyMedia.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { tooWide } from '#tests/support/smallScreen.ts'

const scene = stageOfFile()
test.use({ ...withoutWorker, hasTouch: true, viewport: { width: 1280, height: 800 } })
const left = (page: Page, n: number) =>
  page.getByText(new RegExp(`^${String(n).replace(/(\d)(\d{3})$/, '$1.$2')}.médias? à voir$`))

async function openDesk(page: Page, stage: Stage, { photos }: { photos: number }): Promise<void> {
  for (const table of ['demandeRetrait', 'media'] as const) await stage.parts.database.deleteFrom(table).execute()
  await deposer(stage, stage.lea, 5)
  await previewsMade(stage)
  await multiplyMedias(stage, photos)
  await enter(page, stage, {
    person: stage.claire,
    to: `/organisateur/evenements/${stage.evenementId}/medias`,
  })
  await expect(left(page, photos)).toBeVisible()
}

/** Minimum share of the window for a 3:2 photo; at 200 % zoom a window of 1280x800 has half of each side. */
const shares = [
  [390, 844, 0.25],
  [360, 640, 0.25],
  [820, 1180, 0.4],
  [667, 375, 0.65],
  [844, 390, 0.65],
  [932, 430, 0.65],
  [768, 500, 0.65],
  [1024, 600, 0.65],
  [1280, 800, 0.65],
  [1440, 900, 0.65],
  [1920, 1080, 0.65],
  [640, 400, 0.6],
] as const

test('gives the photo most of the screen at every size, and shows each key', async ({ page }) => {
  await openDesk(page, scene(), { photos: 12 })
  const found: string[] = []
  for (const [width, height, least] of shares) {
    await page.setViewportSize({ width, height })
    const where = `${width}x${height}`
    const stage = await page.locator('#contenu').boundingBox()
    const photoWidth = Math.min(stage?.width ?? 0, (stage?.height ?? 0) * 1.5)
    const share = (photoWidth * photoWidth) / 1.5 / (width * height)
    if (share < least) found.push(`${where}: ${Math.round(share * 100)} % of ${JSON.stringify(stage)}`)
    found.push(...(await tooWide(page, where)))
    for (const name of [/^Rejeter/, /^Supprimer/, /^Favori/, /^Valider/])
      await expect(page.getByRole('region', { name: 'Décision' }).getByRole('button', { name })).toBeInViewport({
        ratio: 1,
      })
    await page.keyboard.press('g')
    await expect(page.getByRole('button', { name: 'Valider 0' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('g')
    await expect(page.locator('#contenu [data-current]')).toBeVisible()
  }
  expect(found).toEqual([])
})

test.describe('with a mouse', () => {
  test.use({ hasTouch: false })

  test('keeps the reasons beside the photo inside their frame', async ({ page }) => {
    await openDesk(page, scene(), { photos: 6 })
    await page.keyboard.press('r')
    const reasons = page.getByRole('region', { name: 'Rejeter, parce que…' })
    await expect(reasons.getByText('Choisissez une raison')).toBeAttached()
    for (const [width, height] of [
      [1280, 800],
      [1090, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      const outside = await reasons.evaluate((frame) => {
        const heading = frame.querySelector('h2')!.getBoundingClientRect()
        return [...frame.querySelectorAll('button')].flatMap(({ textContent, lastChild }) => {
          const range = new Range()
          range.selectNode(lastChild!)
          const text = range.getBoundingClientRect()
          return text.right > heading.right ? [textContent] : []
        })
      })
      expect(outside, `${width}x${height}`).toEqual([])
      await expect(reasons.getByRole('button').last()).toBeInViewport({ ratio: 1 })
    }
  })
})

test('hides and shows everything beside the photo with Tab, and keeps Tab for the controls', async ({ page }) => {
  await openDesk(page, scene(), { photos: 12 })
  const keys = page.getByRole('region', { name: 'Décision' })
  await page.keyboard.press('Tab')
  await expect(keys).toBeHidden()
  await page.keyboard.press('v')
  await expect(page.getByRole('button', { name: /^Annuler/ })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Tab')
  await expect(keys).toBeVisible()
  await keys.getByRole('button', { name: /^Favori/ }).focus()
  await page.keyboard.press('Tab')
  await expect(keys.getByRole('button', { name: /^Valider/ })).toBeFocused()
  await expect(keys).toBeVisible()
})

test('zooms the photo to its own pixels with Z, double click and pinch, and resets for the next one', async ({
  page,
}) => {
  await openDesk(page, scene(), { photos: 12 })
  await nextIsReady(page)
  const stage = page.locator('#contenu > div')
  const width = async () => (await page.locator('#contenu [data-current] img').first().boundingBox())?.width ?? 0
  const whole = await width()
  await page.keyboard.press('z')
  await expect(stage).toHaveAttribute('data-zoomed')
  await expect.poll(width).toBeGreaterThan(whole * 1.9)
  await page.keyboard.press('z')
  await expect(stage).not.toHaveAttribute('data-zoomed')
  await stage.dblclick()
  await expect(stage).toHaveAttribute('data-zoomed')
  await page.keyboard.press('ArrowRight')
  await expect(stage).not.toHaveAttribute('data-zoomed')
  const box = await stage.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y },
              { x: x + apart, y },
            ],
    })
  await touch('touchStart', 40)
  // The first finger moves by more than the share of the width that decides.
  const enough = (box?.width ?? 0) * 0.3
  for (const apart of [80, 140, enough]) await touch('touchMove', apart)
  await touch('touchEnd', 0)
  await expect(stage).toHaveAttribute('data-zoomed')
  // A horizontal pinch must not decide.
  await expect(left(page, 12)).toBeVisible()
})

test('zooms the photo with Ctrl and the wheel after the grid was open', async ({ page }) => {
  await openDesk(page, scene(), { photos: 12 })
  await page.keyboard.press('g')
  await expect(page.getByRole('button', { name: 'Valider 0' })).toBeVisible()
  await page.keyboard.press('g')
  await nextIsReady(page)
  const stage = page.locator('#contenu > div')
  await stage.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(stage).toHaveAttribute('data-zoomed')
})

// The keys by themselves: tests/src/features/moderation/deskKeys.test.ts.
test('accepts reasons by the digit row of AZERTY, and ignores key repeat', { tag: '@long' }, async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 12 })
  await page.keyboard.down('v')
  for (let n = 0; n < 5; n += 1) await page.keyboard.down('v')
  await page.keyboard.up('v')
  await expect(left(page, 11)).toBeVisible()
  await page.keyboard.press('r')
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'é', code: 'Digit2', bubbles: true })),
  )
  await expect(left(page, 10)).toBeVisible()
  await page.keyboard.press('Escape')
  const reasons = async () => (await mediasOf(stage)).flatMap(({ raison }) => raison ?? [])
  await expect.poll(reasons).toEqual(['Doublon'])
})

test('sends a free reason with Ctrl+Enter at once', async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 12 })
  await page.keyboard.press('r')
  await page.keyboard.press('9')
  await expect(page.getByRole('dialog').getByLabel('Raison')).toBeFocused()
  await page.keyboard.type('On ne voit que le plafond')
  await page.keyboard.press('Control+Enter')
  await expect(left(page, 11)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect
    .poll(async () => (await mediasOf(stage)).flatMap(({ raison }) => raison ?? []))
    .toEqual(['On ne voit que le plafond'])
})

test('shows how many selected photos are off screen, with arrows and space', async ({ page }) => {
  await openDesk(page, scene(), { photos: 30 })
  await page.keyboard.press('g')
  await expect(page.getByRole('main').locator('[data-media]:focus')).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByText("2 médias choisis, tous à l'écran")).toBeVisible()
  await page.getByRole('button', { name: "Tout choisir : 30, dont 18 hors de l'écran" }).click()
  await expect(page.getByText("30 médias choisis, dont 18 hors de l'écran")).toBeVisible()
})

test('shows no blurred preview around the whole pictures of the grid', async ({ page }) => {
  await openDesk(page, scene(), { photos: 6 })
  await page.keyboard.press('g')
  const tiles = page.getByRole('main').locator('[data-statut]:has(img)')
  await expect(tiles).toHaveCount(6)
  for (const tile of await tiles.all()) await expect(tile).toHaveCSS('background-image', 'none')
})

test('keeps the current thumbnail centred in the film strip, with four digits in the ring', async ({ page }) => {
  await openDesk(page, scene(), { photos: 1289 })
  await expect(page.locator('[data-part="ring"]')).toContainText(/1.289/)
  for (let n = 0; n < 20; n += 1) await page.keyboard.press('ArrowRight')
  const current = page.getByRole('navigation', { name: 'Médias à valider' }).locator('[aria-current]')
  const film = await page.getByRole('navigation', { name: 'Médias à valider' }).boundingBox()
  const middle = (film?.x ?? 0) + (film?.width ?? 0) / 2
  await expect
    .poll(async () => {
      const box = await current.boundingBox()
      return Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - middle)
    })
    .toBeLessThan(60)
})

test('retries failed pictures when the network is back', async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 200 })
  const film = page.getByRole('navigation', { name: 'Médias à valider' })
  await page.context().setOffline(true)
  await film.evaluate((list) => list.scrollTo({ left: list.scrollWidth, behavior: 'instant' }))
  await expect(film.locator('li[aria-posinset="200"]')).toBeVisible()
  await expect(film.locator('li[aria-posinset="200"] img')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect
    .poll(() =>
      film
        .locator('li[aria-posinset="200"] img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth)
        .catch(() => 0),
    )
    .toBeGreaterThan(0)
})

test('shows a removal request that arrives while the page is open', async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 12 })
  const [shown] = await mediasOf(stage)
  await stage.parts.database
    .updateTable('media')
    .set({ statut: 'VALIDE' })
    .where('id', '=', shown?.id ?? 0)
    .execute()
  await expect(page.getByRole('link', { name: 'Demandes de retrait' })).toBeVisible()
  const asked = await fetch(`${stage.server.address}/api/frontend/participant/medias/${shown?.id}/demandes-retrait`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${stage.karim.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ motif: '' }),
  })
  expect(asked.status).toBe(201)
  await expect(page.getByRole('link', { name: /^1.demande de retrait$/ })).toBeVisible()
})

test('closes the reasons and rejects nothing when the author deletes the shown photo', async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 12 })
  await page.keyboard.press('r')
  await expect(page.getByText('Choisissez une raison, de 1 à 9')).toBeAttached()
  await deleteAsAuthor(stage, await currentId(page))
  await expect(left(page, 11)).toBeVisible()
  await page.keyboard.press('1')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(async () => {
    // A key right after the change was meant for the deleted photo, and does nothing.
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog', { name: 'Rejeter, parce que…' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await deleteAsAuthor(stage, await currentId(page))
  await expect(page.getByRole('dialog', { name: 'Rejeter, parce que…' })).toBeHidden()
  const message = page.getByRole('region', { name: 'Message' })
  await expect(message).toContainText("Déjà traité : ce média n'est plus à valider.")
  await expect(left(page, 10)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Annuler/ })).toBeHidden()
  expect((await mediasOf(stage)).map(({ statut }) => statut)).not.toContain('REJETE')
})

test('shows only photos of its event after a navigation from the desk of another event', async ({ page }) => {
  const stage = scene()
  await openDesk(page, stage, { photos: 6 })
  const other = await unEvenement(stage, { createurId: stage.claire.id })
  await page.keyboard.press('v')
  await expect(left(page, 5)).toBeVisible()
  await page.evaluate((id) => history.pushState({}, '', `/organisateur/evenements/${id}/medias`), other.id)
  await expect(page.getByRole('heading', { name: 'Rien à valider pour le moment' })).toBeVisible()
})

/** The media whose picture the desk shows. */
async function currentId(page: Page): Promise<string | undefined> {
  const address = await page.locator('#contenu [data-current] img').first().getAttribute('src')
  return /\/medias\/(\d+)\//.exec(address ?? '')?.[1]
}

async function deleteAsAuthor({ server, lea }: Stage, mediaId: string | undefined): Promise<void> {
  const answer = await fetch(`${server.address}/api/frontend/participant/medias/${mediaId}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${lea.token}` },
  })
  expect(answer.status).toBe(200)
}

test('keeps the way back to the event when its media cannot be loaded', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /^GET \S*\/medias\?statut=EN_ATTENTE/, badGateway)
  await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${stage.evenementId}/medias` })
  await expect(page.getByText(phrases.galerieErreur)).toBeVisible()
  await page.getByRole('link', { name: "Retour à l'événement" }).click()
  await expect(page).toHaveURL(`${stage.origin}/organizer/evenements/${stage.evenementId}`)
})
