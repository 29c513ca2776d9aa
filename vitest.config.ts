import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, chromiumPath } from './scripts/chromium.ts'

const executablePath = chromiumPath()
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{domain,server,contract,scripts}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        test: {
          name: 'queue',
          environment: 'node',
          include: ['tests/upload-queue/**/!(*.browser).test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'browser',
          include: ['tests/{src,sw}/**/*.test.{ts,tsx}', 'tests/upload-queue/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
