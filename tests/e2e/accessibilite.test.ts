import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, stageOfFile } from '#tests/support/journey.ts'
import { titreEvenement } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { walk } from '#tests/support/walk.ts'

const scene = stageOfFile()
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
]

for (const person of [null, 'karim', 'claire'] as const) {
  test(`axe finds nothing on any screen of ${person ?? 'visitors'}, light and dark, phone and tablet`, async ({
    page,
  }) => {
    const stage = scene()
    if (person === 'karim') await deposer(stage, stage.karim, 2)
    if (person !== null) await enter(page, stage, { person: stage[person], to: '/profil' })
    const found: string[] = []
    for (const path of walk(person, stage.evenementId)) {
      await page.goto(`${stage.origin}${path}`)
      await settled(page)
      found.push(...(await findings(page, path)))
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
  await expect(page.locator('main h1, main h2, [data-part="empty"]').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByText(titreEvenement).or(page.locator('main')).first()).toBeVisible()
}

async function findings(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      found.push(
        ...violations.map(
          ({ id, nodes }) => `${where} ${size.width} ${colorScheme}: ${id} ${nodes[0]?.html.slice(0, 160)}`,
        ),
      )
    }
  }
  return found
}
