import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, onPhone, openUserMenu, stageOfFile, withoutWorker } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...withoutWorker })

test('animates a photo from its tile, and nothing with reduced motion', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 2)
  await validateAll(stage)
  await noteMotion(page)
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main [data-media]').first().click()
  // Closing before the animation starts would show neither animation.
  await expect.poll(() => motionSoFar(page)).toContain('::view-transition-group(photo)')
  await close(page)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await page.locator('main [data-media]').first().click()
  await close(page)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await openUserMenu(page)
  await expect(page.getByRole('link', { name: phrases.monProfilLien })).toBeVisible()
  expect(await motionSoFar(page)).toEqual([])
})

async function close(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Records in every frame what moves for a perceptible time, and where. */
async function noteMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = new Set<string>()
    const still = new Set(['offset', 'computedOffset', 'easing', 'composite', 'opacity'])
    Object.assign(globalThis, { moved })
    const look = () => {
      for (const { effect, timeline } of document.getAnimations()) {
        // Content that follows the scrolling finger does not animate.
        if (timeline !== document.timeline || !(effect instanceof KeyframeEffect)) continue
        if (Number(effect.getComputedTiming().activeDuration) < 20) continue
        // Waiting content may fade, but must not move.
        if (effect.getKeyframes().every((frame) => Object.keys(frame).every((name) => still.has(name)))) continue
        moved.add(effect.pseudoElement ?? effect.target?.className ?? '')
      }
      requestAnimationFrame(look)
    }
    look()
  })
}

function motionSoFar(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved])
}
