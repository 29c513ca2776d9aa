import { expect, type Page } from '@playwright/test'

/** A space that may break where French typography forbids it: before ; : ! ? % », behind «, in numbers, before units. */
const breakable = / [;:!?%»]|« |\d \d{3}(?!\d)|\d (?:h|min|s|j|o|Ko|Mo|Go|To|€)(?![\p{L}\d])/u.source

const found = new WeakMap<Page, Set<string>>()

/** Reads everything that comes on a page's screen from now on, names of buttons and pictures included. */
export async function watchFrenchSpaces(page: Page): Promise<void> {
  const texts = new Set<string>()
  found.set(page, texts)
  await page.exposeFunction('reportBreakableSpace', (text: string) => texts.add(text))
  await page.addInitScript((source) => {
    const { reportBreakableSpace } = window as unknown as { reportBreakableSpace: (text: string) => void }
    const pattern = new RegExp(source, 'u')
    const names = ['aria-label', 'title', 'placeholder', 'alt']
    const told = new Set<string>()
    const tell = (text: string | null) => {
      if (!text || told.has(text) || !pattern.test(text)) return
      told.add(text)
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

/** What people write in the journeys stays as it is. */
const typed = ['Rendez-vous à 19 h']

export function expectFrenchSpaces(page: Page): void {
  const texts = [...(found.get(page) ?? [])]
  expect(texts.filter((text) => !typed.some((written) => text.includes(written)))).toEqual([])
}
