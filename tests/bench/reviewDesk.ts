import type { Page } from '@playwright/test'
import { nextIsReady } from '#tests/support/desk.ts'
import { multiplyMedias, previewsMade } from '#tests/support/manyMedia.ts'
import { openPhone, tablet } from '#tests/support/phone.ts'
import { openStage } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'
import { median, type Row } from './row.ts'

const stagePicture = '#contenu [data-current] img'

const keys = 50

/** Photos reviewed with the keyboard on a tablet: time until the next one is painted. */
export const reviewDesks: readonly Row[] = [
  reviewDesk({ waiting: 50, slowdown: 1 }),
  reviewDesk({ waiting: 300, slowdown: 4 }),
]

/** @param slowdown factor by which the tablet's processor is slower than this one */
function reviewDesk({ waiting, slowdown }: { waiting: number; slowdown: number }): Row {
  return {
    what: `review desk, ${waiting} photos, processor slowed ${slowdown} times: next photo painted after the key, median`,
    against: 'the moment of the key',
    goal: '<= 100 ms',
    async measure() {
      const stage = await openStage()
      const device = await openPhone(tablet)
      try {
        const { page } = device
        await deposer(stage, stage.lea, 5)
        await previewsMade(stage)
        await multiplyMedias(stage, waiting)
        await signIn(page, stage, stage.claire)
        await page.goto(`${stage.origin}/organisateur/evenements/${stage.evenementId}/medias`)
        await page.getByText(new RegExp(`^${waiting}.médias à voir$`)).waitFor()
        const paints = await meterPaints(page)
        const devtools = await device.context.newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        for (let left = keys; left > 1; left -= 1) {
          await nextIsReady(page)
          await page.keyboard.press('v')
        }
        const took = (await paints(keys - 1)).toSorted((a, b) => a - b)
        const middle = median(took)
        return {
          figure: `${Math.round(middle)} ms`,
          detail: `${took.length} keys, slowest ${Math.round(took.at(-1) ?? Number.NaN)} ms`,
          isMet: took.length === keys - 1 && middle <= 100,
        }
      } finally {
        await device.close()
        await stage.close()
      }
    },
  }
}

/**
 * Measures the time from each V to the frame with another photo, in milliseconds.
 * @returns a function that waits for the last of so many frames, which may be drawn after the last key
 */
async function meterPaints(page: Page): Promise<(count: number) => Promise<number[]>> {
  await page.evaluate((selector) => {
    const took: number[] = []
    Object.assign(globalThis, { took })
    const shown = () => {
      const image = document.querySelector<HTMLImageElement>(selector)
      return image?.complete && image.naturalWidth > 0 ? image.src : undefined
    }
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key !== 'v') return
        const before = shown()
        const look = () => {
          const now = shown()
          if (now === undefined || now === before) requestAnimationFrame(look)
          // A task after the frame's own work: the frame has been submitted.
          else requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - timeStamp)))
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  }, stagePicture)
  return async (count) => {
    const all = (wanted: number) => (globalThis as unknown as { took: number[] }).took.length >= wanted
    // A key that was ignored shows in the number of frames.
    await page.waitForFunction(all, count, { timeout: 10_000 }).catch(() => undefined)
    return page.evaluate(() => (globalThis as unknown as { took: number[] }).took)
  }
}
