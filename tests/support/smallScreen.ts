import type { Locator, Page } from '@playwright/test'

/** A small Android phone, one with the browser's bars shown, and two phones in landscape. */
export const smallPhones = [
  { width: 360, height: 640 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
] as const

/** Horizontal overflow of the page in pixels, as a finding; none when it fits. */
export async function tooWide(page: Page, where: string): Promise<string[]> {
  const [needed, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  return needed > width ? [`${where}: ${needed} wide on ${width}`] : []
}

/**
 * Controls of the main part that are covered wherever they are scrolled to: when a control is scrolled to the middle of
 * the window, the element at its centre must belong to it.
 */
export async function covered(page: Page, where: string): Promise<string[]> {
  const names = await page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, textarea)')]
    const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    return shown.flatMap((one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = one.getBoundingClientRect()
      if (width < 2 || height < 2) return []
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isFree = hit !== null && (one.contains(hit) || hit.contains(one) || one.closest('label')?.contains(hit))
      return isFree ? [] : [`${one.textContent || one.getAttribute('aria-label')} under ${hit?.outerHTML.slice(0, 90)}`]
    })
  })
  return names.map((name) => `${where}: ${name}`)
}

/** Bottom bar entries whose labels overlap; the counts lie on the icons. */
export async function crowdedBar(page: Page, where: string): Promise<string[]> {
  const isCrowded = await page.evaluate(() => {
    const words = [...document.querySelectorAll('nav[aria-label="Raccourcis"] a > span:not([aria-hidden])')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width, height }) => width > 2 && height > 2)
    return words.some((one, at) => (words[at + 1]?.left ?? Number.POSITIVE_INFINITY) < one.right - 0.5)
  })
  return isCrowded ? [`${where}: words of the bottom bar run together`] : []
}

/**
 * Places where a text containing `part` overflows the window or is clipped by an ancestor. Excludes intended ellipses:
 * the same text is complete elsewhere.
 */
export async function cutText(page: Page, { part, where }: { part: string; where: string }): Promise<string[]> {
  const found = await page.evaluate((wanted) => {
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    const cutBy = (text: Text, box: DOMRect): string | null => {
      if (box.right > innerWidth + 1 || box.left < -1) return 'the window'
      for (let one = text.parentElement; one !== null; one = one.parentElement) {
        const edge = one.getBoundingClientRect()
        const style = getComputedStyle(one)
        const isCut =
          (clips(style.overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1)) ||
          (clips(style.overflowY) && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2))
        if (isCut) return one.outerHTML.slice(0, 90)
      }
      return null
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const names = new Set<string>()
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (!text.data.includes(wanted) || !text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if (text.parentElement.closest('.clip, .two-lines, .visually-hidden, option')) continue
      for (const box of range.getClientRects()) {
        const by = cutBy(text, box)
        if (by !== null) names.add(`${text.parentElement.outerHTML.slice(0, 90)} is cut by ${by}`)
      }
    }
    return [...names]
  }, part)
  return found.map((name) => `${where}: ${name}`)
}

/** Words of a text that begin on one line and end on another. */
export function brokenWords(of: Locator): Promise<string[]> {
  return of.evaluate((element) => {
    const text = element.firstChild as Text
    return [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1 ? [word] : []
    })
  })
}
