import type { Page } from '@playwright/test'

/** A moment as sentences write it, as a part of a regular expression: "à 18:02", with the day once midnight has passed. */
export const momentPattern = String.raw`(?:le [^:]+ )?à \d\d:\d\d`

/**
 * When the page shows a text, or hides it, measured in every frame by the page's clock, independent of the test's
 * polling. Call it before the action, await it afterwards. Milliseconds since 1970.
 */
export function momentSaid(page: Page, sentence: string, { within = 'main', isOver = false } = {}): Promise<number> {
  return momentOf(
    page.waitForFunction(
      ([text, selector, over]) => {
        const isSaid = [...document.querySelectorAll(selector)].some((part) => part.textContent.includes(text))
        return isSaid !== over && Date.now()
      },
      [sentence, within, isOver] as const,
    ),
  )
}

/** When the page is at a path, measured like `momentSaid`. */
export function momentAt(page: Page, path: string): Promise<number> {
  return momentOf(page.waitForFunction((wanted) => location.pathname === wanted && Date.now(), path))
}

async function momentOf(found: ReturnType<Page['waitForFunction']>): Promise<number> {
  return Number(await (await found).jsonValue())
}
