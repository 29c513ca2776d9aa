import { expect, type Page, test } from '@playwright/test'
import { enter, plain, settled, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { crowdedBar, cutText, tooWide } from '#tests/support/smallScreen.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { walk } from '#tests/support/walk.ts'

test.use(plain)
const scene = stageOfFile()
test.beforeAll(async () => {
  await deposer(scene(), scene().karim, 2)
  await validateAll(scene())
  await unLien(scene(), { evenementId: scene().evenementId })
})

for (const person of [null, 'karim', 'claire'] as const)
  // A walk through every screen in two sizes.
  test(
    `fits every screen of ${person ?? 'visitors'} with the text spacing of WCAG 1.4.12`,
    { tag: '@long' },
    async ({ page }) => {
      const stage = scene()
      await page.addInitScript(spaceText)
      if (person) await enter(page, stage, { person: stage[person], to: '/profil' })
      const found: string[] = []
      for (const path of walk(person, stage.evenementId)) {
        await page.goto(`${stage.origin}${path}`)
        await settled(page)
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 800 })
          const where = `${path} at ${width}`
          // Beside a main action in the middle of the bar, the longest words have no room left.
          const isShared = (await page.locator('main [data-reach]').count()) > 0
          const bar = isShared ? [] : await crowdedBar(page, where)
          // Chips and tabs scroll horizontally.
          const cut = (await cutText(page, { part: '', where })).filter(
            (one) => !/button-rest|cut by the window$/.test(one),
          )
          found.push(...(await tooWide(page, where)), ...bar, ...cut, ...(await narrowButtons(page, where)))
        }
      }
      expect(found).toEqual([])
    },
  )

/** In an adopted style sheet: the content security policy refuses a style element. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`,
  )
  document.adoptedStyleSheets = [sheet]
}

/** Buttons that are narrower than their words. */
async function narrowButtons(page: Page, where: string): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-part=button]:not([data-reach])')]
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
      .map((one) => one.innerText),
  )
  return names.map((name) => `${where}: ${name}`)
}
