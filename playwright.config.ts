import { defineConfig } from '@playwright/test'
import { chromiumArgs, headlessPath } from './scripts/chromium.ts'
import { isShort, longFaults, longJourneys } from './scripts/longTests.ts'

const executablePath = headlessPath()
/** Of the short run: --grep-invert does not reach the projects that another one depends on. */
const grepInvert = isShort ? /@long/ : []
/** Patterns of the files that the short run leaves out. */
const leftOut = (files: readonly string[]) => (isShort ? files.map((file) => `**/${file}.test.ts`) : [])

/** Every journey starts its own server on its own data, so that journeys do not affect each other. */
export default defineConfig({
  globalSetup: './tests/support/forgetPhrases.ts',
  outputDir: 'node_modules/.cache/playwright',
  workers: 1,
  // Generous timeouts: they end hanging tests and do not measure speed. A busy machine takes several times as long.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  forbidOnly: true,
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
  },
  projects: [
    { name: 'e2e', testDir: 'tests/e2e', testIgnore: ['**/phrases.test.ts', ...leftOut(longJourneys)], grepInvert },
    // Checks the specified sentences that the journeys recorded.
    { name: 'journeys', testDir: 'tests/e2e', testMatch: '**/phrases.test.ts', dependencies: ['e2e'] },
    {
      name: 'faults',
      testDir: 'tests/faults',
      testIgnore: ['**/faults/{server,engines,random}/**', ...leftOut(longFaults)],
      grepInvert,
    },
    { name: 'engines', testDir: 'tests/faults/engines' },
    { name: 'pictures', testDir: 'tests/pictures' },
  ],
})
