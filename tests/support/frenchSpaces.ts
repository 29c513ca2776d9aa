import { expect, type Page } from '@playwright/test'

/** A breaking space where French typography forbids it: before ; : ! ? % », after «, in numbers, before units. */
const breakable = / [;:!?%»]|« |\d \d{3}(?![\p{L}\d])|\d (?:h|min|s|j|o|Ko|Mo|Go|To|€)(?![\p{L}\d])/u.source

const found = new WeakMap<Page, Set<string>>()

/** Observes all text that appears on a page from now on, including accessible names of buttons and pictures. */
export async function watchFrenchSpaces(page: Page): Promise<void> {
  const texts = new Set<string>()
  found.set(page, texts)
  await page.exposeFunction('reportBreakableSpace', (text: string) => texts.add(text))
  await page.addInitScript((source) => {
    const { reportBreakableSpace } = window as unknown as { reportBreakableSpace: (text: string) => void }
    const pattern = new RegExp(source, 'u')
    const names = ['aria-label', 'title', 'placeholder', 'alt']
    const seen = new Set<string>()
    const tell = (text: string | null) => {
      if (!text || seen.has(text) || !pattern.test(text)) return
      seen.add(text)
      reportBreakableSpace(text)
    }
    const read = (node: Node) => {
      if (node instanceof Text) {
        if (!node.parentElement?.closest('style, script, textarea, [data-typed]')) tell(node.data)
        return
      }
      if (!(node instanceof Element)) return
      for (const name of names) tell(node.getAttribute(name))
      for (const child of node.childNodes) read(child)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'childList') for (const node of addedNodes) read(node)
        else read(target)
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: names,
    })
  }, breakable)
}

/** User input of the tests is not checked. */
const typed = ['Rendez-vous à 19 h']

export function expectFrenchSpaces(page: Page): void {
  const texts = [...(found.get(page) ?? [])]
  expect(texts.filter((text) => !typed.some((written) => text.includes(written)))).toEqual([])
}
