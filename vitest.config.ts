import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArgs, headlessPath } from './scripts/chromium.ts'
import { isShort, longPostgres, longServerFaults, longUnits, shortOnPostgres } from './scripts/longTests.ts'

const executablePath = headlessPath()
/** Server suites that do not depend on the database: without a database, or specific to SQLite. */
const withoutRows = [
  'backup/*',
  'config',
  'database/sqlite',
  'demo/**/*',
  'http/cutCalls',
  'http/everyCall',
  'http/twoTenants',
  'http/logging',
  'http/pages',
  'images/*',
  'media/location',
  'media/traces',
  'mail/lettre',
  'mail/smtpMailer',
  'main',
  'openapi/*',
  'upload/badInput',
  'upload/corpus',
  'upload/blanking/*',
  'utilisateur/commonPassword',
  'video/*',
  'zip/*',
]
/** Server suites that look at the files of the disk storage, or change them. */
const onDisk = [
  'album/albumPassage',
  'integrity/integrity',
  'media/originalBytes',
  'media/variantJobs',
  'upload/commit.repository',
  'upload/sweeper',
  'utilisateur/administration',
]
/** Suites of the S3 driver. */
const onStore = ['tests/contract/{storage,exportStore}.test.ts', 'tests/server/storage/s3/*.test.ts']
/** The files of a folder that the short run leaves out. */
const leftOut = (folder: string, names: readonly string[]) =>
  isShort ? names.map((name) => `${folder}/${name}.test.ts`) : []
/** Long enough for a busy machine, which takes several times as long; a test that hangs still fails. Milliseconds. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } }

export default defineConfig({
  test: {
    // One more than cores: server tests wait for the disk a quarter of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // Share modules between the files of a worker: otherwise each file loads the server again.
          isolate: false,
          ...timeouts,
          include: ['tests/{domain,server,contract,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [...onStore, ...leftOut('tests/server/http', longUnits)],
        },
      },
      {
        // Tests of the S3 driver, which need a store and no particular database.
        test: {
          name: 'store',
          environment: 'node',
          isolate: false,
          include: onStore,
          globalSetup: ['tests/support/s3/storeRun.ts'],
          ...timeouts,
        },
      },
      {
        // The suites that touch the database once more, on PostgreSQL.
        test: {
          name: 'postgres',
          environment: 'node',
          isolate: false,
          include: isShort ? shortOnPostgres : ['tests/{server,postgres}/**/*.test.ts'],
          exclude: [
            ...onStore,
            ...withoutRows.map((name) => `tests/server/${name}.test.ts`),
            ...leftOut('tests/postgres', longPostgres),
          ],
          globalSetup: ['tests/support/postgresRun.ts'],
          setupFiles: ['tests/support/onPostgres.ts'],
          ...timeouts,
        },
      },
      {
        // The suites that store files once more, on PostgreSQL and an S3 store: as several nodes run.
        test: {
          name: 's3',
          environment: 'node',
          isolate: false,
          include: [
            'tests/server/{album,donnees,evenement,integrity,media,upload,utilisateur}/**/*.test.ts',
            'tests/server/storageIdentity.test.ts',
          ],
          exclude: [...withoutRows, ...onDisk].map((name) => `tests/server/${name}.test.ts`),
          globalSetup: ['tests/support/postgresRun.ts', 'tests/support/s3/s3Run.ts'],
          setupFiles: ['tests/support/onPostgres.ts', 'tests/support/s3/onS3.ts'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'queue',
          environment: 'node',
          ...timeouts,
          include: ['tests/upload-queue/**/!(*.browser).test.ts'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/{server,random}/**/*.test.ts'],
          exclude: leftOut('tests/faults/server', longServerFaults),
          testTimeout: 900_000,
          hookTimeout: timeouts.hookTimeout,
          expect: timeouts.expect,
        },
      },
      {
        plugins: [react()],
        // Pre-bundle these: when vite discovers them during a cold run it re-bundles and loads React twice.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@simplewebauthn/browser',
            '@tanstack/query-persist-client-core',
            'lucide-react',
            'valibot',
            'ky',
            'idb',
            'idb-keyval',
            'uuid',
            'hash-wasm',
            'mediabunny',
            'thumbhash',
            'workbox-precaching',
            'workbox-routing',
            'workbox-window',
          ],
        },
        test: {
          name: 'browser',
          ...timeouts,
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
