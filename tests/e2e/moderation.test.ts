import { expect, type Locator, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { nextIsReady } from '#tests/support/desk.ts'
import { enter, onTablet, openUserMenu, stageOfFile } from '#tests/support/journey.ts'
import { multiplyMedias, previewsMade } from '#tests/support/manyMedia.ts'
import { momentPattern } from '#tests/support/moments.ts'
import { openPhone, tablet } from '#tests/support/phone.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'

const deskOf = (stage: Stage) => `/organisateur/evenements/${stage.evenementId}/medias`
const left = (page: Page, n: number): Locator => page.getByText(new RegExp(`^${n}.médias? à voir$`))
const statuts = async (stage: Stage) => (await mediasOf(stage)).map(({ statut }) => statut)

async function auditedDecisions({ parts }: Stage): Promise<number> {
  const rows = await parts.database
    .selectFrom('audit')
    .select('objet')
    .where('action', 'in', ['media/valider', 'media/rejeter'])
    .execute()
  return rows.length
}

test.describe('by keyboard alone', () => {
  const scene = stageOfFile()
  test.use({ ...onTablet, hasTouch: false })

  test('reviews 50 photos in sixty keys: ten rejected, one undone @long', async ({ page }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 5)
    await previewsMade(stage)
    await multiplyMedias(stage, 50)
    await enter(page, stage, { person: stage.claire, to: deskOf(stage) })
    await expect(left(page, 50)).toBeVisible()
    let keys = 0
    const press = async (key: string) => {
      await page.keyboard.press(key)
      keys += 1
    }
    for (let n = 0; n < 50; n += 1) {
      if (n < 49) await nextIsReady(page)
      if (n % 5 === 4) {
        await press('r')
        await page.keyboard.press(String((n % 8) + 1))
      } else await press('v')
      if (n !== 25) continue
      await press('Control+z')
      await expect(left(page, 25)).toBeVisible()
      await press('v')
    }
    await expect(page.getByRole('heading', { name: 'Tout est vu' })).toBeVisible()
    expect(keys).toBeLessThanOrEqual(60)
    await press('Escape')
    const decided = async () => (await statuts(stage)).filter((statut) => statut !== 'EN_ATTENTE').length
    await expect.poll(decided).toBe(50)
    expect((await statuts(stage)).filter((statut) => statut === 'REJETE')).toHaveLength(10)
    expect(await auditedDecisions(stage)).toBe(50)
  })
})

test('sends 21 offline decisions once each by the worker with the page closed, and reports the late one', async () => {
  const stage = await openStage()
  const phone = await openPhone(tablet)
  try {
    await deposer(stage, stage.lea, 3)
    await previewsMade(stage)
    await multiplyMedias(stage, 21)
    await signIn(phone.page, stage, stage.claire, { remember: true })
    const granted = phone.page.waitForResponse((answer) => answer.url().includes('/moderation-grants') && answer.ok())
    await phone.page.goto(`${stage.origin}${deskOf(stage)}`)
    await granted
    await expect(left(phone.page, 21)).toBeVisible()
    await phone.context.setOffline(true)
    for (let n = 0; n < 21; n += 1) {
      await phone.page.keyboard.press(n === 4 ? 'r' : 'v')
      if (n === 4) await phone.page.keyboard.press('1')
    }
    await expect(phone.page.getByText('21 décisions attendent le réseau')).toBeVisible()
    await phone.page.keyboard.press('Escape')
    await openUserMenu(phone.page)
    await phone.page.getByRole('button', { name: phrases.deconnexion }).click()
    await expect(phone.page.getByText(/^21.décisions attendent encore sur cet appareil/)).toBeVisible()
    await phone.page.keyboard.press('Escape')
    const [contested] = await mediasOf(stage)
    const elsewhere = await fetch(
      `${stage.server.address}/api/frontend/organisateur/medias/${contested?.id ?? 0}/rejeter`,
      {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${stage.claire.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ raison: 'Doublon', version: 1 }),
      },
    )
    expect(elsewhere.status).toBe(200)
    await phone.context.newPage()
    await phone.page.close()
    expect(await auditedDecisions(stage)).toBe(1)
    await phone.context.setOffline(false)
    await expect.poll(() => auditedDecisions(stage)).toBe(21)
    expect(phone.context.pages().map((page) => page.url())).toEqual(['about:blank'])
    const inOrder = (await mediasOf(stage)).toSorted((a, b) => a.dateDepot.localeCompare(b.dateDepot))
    expect(inOrder.map(({ statut, version }) => `${statut} ${version}`)).toEqual(
      Array.from({ length: 21 }, (_, n) => (n === 0 || n === 4 ? 'REJETE 2' : 'VALIDE 2')),
    )
    const [page] = phone.context.pages()
    if (!page) throw new Error('a page is open')
    await page.goto(`${stage.origin}${deskOf(stage)}`)
    const told = page.getByText(new RegExp(`déjà rejeté ce média ${momentPattern} depuis un autre appareil\\.`))
    await expect(told).toBeVisible()
    await page.getByRole('button', { name: "J'ai lu" }).click()
    await expect(told).toBeHidden()
  } finally {
    await phone.close()
    await stage.close()
  }
})

test.describe('on a phone', () => {
  const scene = stageOfFile()
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('inserts a new photo without a jump, decides several in the grid, and answers a removal request', async ({
    page,
  }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 6)
    await previewsMade(stage)
    const { database } = stage.parts
    const [shown] = await mediasOf(stage)
    if (!shown) throw new Error('a photo was deposited')
    await database.updateTable('media').set({ statut: 'VALIDE' }).where('id', '=', shown.id).execute()
    const asked = await fetch(`${stage.server.address}/api/frontend/participant/medias/${shown.id}/demandes-retrait`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${stage.karim.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ motif: 'On me voit de trop près.' }),
    })
    expect(asked.status).toBe(201)
    await enter(page, stage, { person: stage.claire, to: deskOf(stage) })
    const lies = () => page.locator('#contenu [data-current] img').getAttribute('src')
    const before = await lies()
    await deposer(stage, stage.lea, 1)
    await expect(left(page, 6)).toBeVisible()
    expect(await lies()).toBe(before)
    await page.getByRole('link', { name: 'En grille' }).click()
    const tiles = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button', { name: /^Photo de/ })
    for (const n of [0, 1]) await tiles.nth(n).click()
    await page.getByRole('button', { name: 'Rejeter 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Doublon' }).click()
    await expect(left(page, 4)).toBeVisible()
    await page.getByRole('button', { name: 'Annuler' }).click()
    await expect(left(page, 6)).toBeVisible()
    await page.getByRole('button', { name: 'Tout choisir' }).click()
    await page.getByRole('button', { name: 'Valider 6' }).click()
    await expect(left(page, 0)).toBeVisible()

    await page.getByRole('link', { name: 'Une par une' }).click()
    await page.getByRole('link', { name: 'Voir 1 demande de retrait' }).click()
    await expect(page.getByText('On me voit de trop près.')).toBeVisible()
    await page.getByRole('button', { name: 'Masquer tout de suite' }).click()
    await expect(page.getByText("Masqué pour l'instant")).toBeVisible()
    const statutShown = async () => (await mediasOf(stage)).find(({ id }) => id === shown.id)?.statut
    expect(await statutShown()).toBe('REJETE')
    await page.getByRole('button', { name: "Garder dans l'album" }).click()
    await expect(page.getByText(/^Gardé dans l'album à/)).toBeVisible()
    expect(await statutShown()).toBe('VALIDE')
    await page.getByRole('link', { name: "Retour à l'événement" }).click()
    await expect.poll(() => statuts(stage)).toEqual(Array.from({ length: 7 }, () => 'VALIDE'))
  })
})

test.describe('2 000 pending', () => {
  const scene = stageOfFile()
  test.use({ ...onTablet, hasTouch: false })

  test('shows the first photo before the list is loaded, within 400 nodes, 12 pictures and 50 MB', async ({ page }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 5)
    await previewsMade(stage)
    await multiplyMedias(stage, 2000)
    const { promise, resolve: listMayCome } = Promise.withResolvers<void>()
    await page.route(/medias\?statut=EN_ATTENTE$/, async (route) => {
      await promise
      await route.continue()
    })
    await enter(page, stage, { person: stage.claire, to: deskOf(stage) })
    const first = page.locator('#contenu [data-current] img')
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(page.getByText('Chargement…')).toBeVisible()
    listMayCome()
    await expect(page.getByText(/^2.000.médias à voir$/)).toBeVisible()
    const devtools = await page.context().newCDPSession(page)
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize
    }
    const before = await heap()
    const most = { nodes: 0, pictures: 0 }
    const look = async () => {
      const seen = await page.evaluate(() => ({
        nodes: document.querySelectorAll('*').length,
        pictures: [...document.images].filter((image) => image.naturalWidth > 0).length,
      }))
      most.nodes = Math.max(most.nodes, seen.nodes)
      most.pictures = Math.max(most.pictures, seen.pictures)
    }
    for (let n = 0; n < 30; n += 1) {
      await page.keyboard.press('ArrowRight')
      await look()
    }
    await page.keyboard.press('g')
    const grid = page.getByRole('main').locator('ul').locator('..')
    for (let n = 1; n <= 20; n += 1) {
      await grid.evaluate(
        (view, share) => view.scrollTo({ top: view.scrollHeight * share, behavior: 'instant' }),
        n / 20,
      )
      await expect.poll(() => page.evaluate(areAllLoaded)).toBe(true)
      await look()
    }
    await expect(page.getByRole('main').getByRole('listitem').last()).toHaveAttribute('aria-posinset', '2000')
    await expect.poll(() => page.getByRole('main').locator('img').count()).toBeGreaterThan(8)
    await look()
    const grown = (await heap()) - before
    test.info().annotations.push({ type: 'most', description: JSON.stringify({ ...most, grown }) })
    expect(most.nodes).toBeLessThanOrEqual(400)
    expect(most.pictures).toBeLessThanOrEqual(12)
    expect(grown).toBeLessThanOrEqual(50 * 1024 * 1024)
  })
})

/** Whether every picture in the document is loaded; runs in the page. */
function areAllLoaded(): boolean {
  return [...document.images].every((image) => image.complete)
}
