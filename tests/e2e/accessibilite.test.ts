import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, stageOfFile } from '#tests/support/journey.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { walk } from '#tests/support/walk.ts'

const scene = stageOfFile()
test.beforeAll(() => deposer(scene(), scene().karim, 2))
const themes = ['light', 'dark'] as const
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
]

for (const person of [null, 'karim', 'claire'] as const) {
  test(`axe finds nothing on any screen of ${person ?? 'visitors'}, light and dark, phone and tablet; none is too wide`, async ({
    page,
  }) => {
    const stage = scene()
    if (person !== null) await enter(page, stage, { person: stage[person], to: '/profil' })
    const found: string[] = []
    for (const path of walk(person, stage.evenementId)) {
      await page.goto(`${stage.origin}${path}`)
      await settled(page)
      found.push(...(await findings(page, path)), ...(await tooWide(page, path)))
    }
    expect(found).toEqual([])
  })
}

test('axe finds nothing on the sheets and the viewer', async ({ page }) => {
  const stage = scene()
  const found: string[] = []
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  found.push(...(await findings(page, 'sheet of media')))
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Votre photo/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Photo suivante' })).toBeVisible()
  found.push(...(await findings(page, 'viewer')))
  expect(found).toEqual([])
})

async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1, main h2').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function findings(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    for (const [theme, colorScheme] of themes.entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await colorsAtRest(page)
      const axe = new AxeBuilder({ page })
      // A theme changes colours alone: every rule once per size, contrast in both themes.
      if (at !== theme) axe.withRules(['color-contrast'])
      const { violations } = await axe.analyze()
      found.push(...violations.map(({ id, nodes }) => `${where} ${size.width} ${colorScheme}: ${id} ${nodes[0]?.html}`))
    }
  }
  return found
}

/** Small phones on which the page can be pushed sideways. */
async function tooWide(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed > width) found.push(`${where} ${width}: ${needed} wide`)
  }
  return found
}

/** A theme's colours fade in: what is measured on the way is on no screen. */
async function colorsAtRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}
