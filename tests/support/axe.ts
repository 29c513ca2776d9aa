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

/** Runs axe with all rules, or only with those about colours. */
export function axeOf(page: Page, { onlyColors = false } = {}): AxeBuilder {
  // Our pages contain no frames, and the default mode would open a new page for each run.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  return axe.withTags(onlyColors ? ['cat.color'] : everyRule)
}
