import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Every rule has one of these categories; experimental and deprecated rules run only where they are named. */
const everyRule = [
  'aria',
  'color',
  'forms',
  'keyboard',
  'language',
  'name-role-value',
  'parsing',
  'semantics',
  'sensory-and-visual-cues',
  'structure',
  'tables',
  'text-alternatives',
  'time-and-media',
]
  .map((category) => `cat.${category}`)
  .concat('experimental', 'deprecated')

/** Axe with every rule that it has; or with those about colours alone. */
export function axeOf(page: Page, { onlyColors = false } = {}): AxeBuilder {
  // Our pages hold no frame: the other way opens a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  return axe.withTags(onlyColors ? ['cat.color'] : everyRule)
}
