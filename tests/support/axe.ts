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

/** Violations of all rules of axe, or only of those about colours, in the page as it is now. */
export async function axeViolations(page: Page, { onlyColors = false } = {}) {
  // The builder would load axe before each run, twice; loading takes longer than most runs.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(new AxeBuilder({ page })['script']())
  // Our pages contain no frames, and the default mode would open a new page for each run.
  const axe = new AxeBuilder({ page, axeSource: 'void 0' }).setLegacyMode()
  // Details of passed elements are not read.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(onlyColors ? ['cat.color'] : everyRule)
    .analyze()
  return violations
}
