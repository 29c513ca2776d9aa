import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env['CHROMIUM_PATH']
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'node', environment: 'node', include: ['tests/{domain,server}/**/*.test.ts', 'tests/*.test.ts'] },
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
            provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
