import { defineConfig } from '@playwright/test'

const port = 4199
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'node_modules/.cache/playwright',
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: ['--no-sandbox'] },
  },
  webServer: {
    command: 'node server/main.ts',
    env: { PORT: String(port), HOST: 'localhost', DATA_DIR: 'node_modules/.cache/e2e-data' },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
