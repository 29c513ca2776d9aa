import { expect, type Page } from '@playwright/test'

const stagePicture = '#contenu [data-current] img'

/** Measures on the desk, from each V and each reason's key to the frame that shows another photo, milliseconds. */
export async function meterPaints(page: Page): Promise<() => Promise<number[]>> {
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
        if (!/^[v1-9]$/.test(key)) return
        const before = shown()
        const look = () => {
          const now = shown()
          const isLast = document.querySelector(selector) === null
          if (isLast) return
          if (now === undefined || now === before) requestAnimationFrame(look)
          // A task after the frame's own work: the frame has been handed over.
          else requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - timeStamp)))
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  }, stagePicture)
  return () => page.evaluate(() => (globalThis as unknown as { took: number[] }).took)
}

/** Waits until the next photo lies loaded and decoded behind the one on the desk, as it does while somebody looks. */
export async function nextIsReady(page: Page): Promise<void> {
  await expect(page.locator('#contenu [aria-hidden="true"][data-ready]:has(img)')).toHaveCount(1)
}
