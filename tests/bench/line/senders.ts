import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { Phone } from '#tests/support/phone.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import type { Target } from '../peers/browserSenders.ts'

/** Package names of the peers of the queue. */
export const peers = { 'tus-js-client': 'sendByTusJsClient', '@uppy/tus': 'sendByUppy' } as const
export type Peer = keyof typeof peers

/** A sender with its files loaded; `send` resolves when no more is tried. @returns why files were given up */
export interface Sender {
  send(): Promise<string[]>
}

export async function ourSender({ page }: Phone, stage: Stage, paths: readonly string[]): Promise<Sender> {
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  // The peers' pages are loaded too before the line becomes slow; firstVisit.ts measures the download of the app.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.getByRole('button', { name: 'Ajouter un média' }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([...paths])
  const button = page.getByRole('button', { name: /^Envoyer \d+ / })
  // A test waits before its first click until the sheet has stopped moving; a person does not.
  await button.click({ trial: true })
  return {
    async send() {
      await button.click()
      while ((await mediasOf(stage)).length < paths.length) await page.waitForTimeout(500)
      return []
    },
  }
}

/** A page of our origin without any part of our app. */
export async function peerSender(
  { page }: Phone,
  stage: Stage,
  { paths, peer }: { paths: readonly string[]; peer: Peer },
): Promise<Sender> {
  const address = `${stage.origin}/essai`
  const body = '<!doctype html><html lang="fr"><meta charset="utf-8"><input type="file" multiple></html>'
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(address)
  // Request interception would slow down every request.
  await page.unroute(address)
  await page.addScriptTag({ content: await bundledPeers() })
  await page.locator('input').setInputFiles([...paths])
  const target: Target = {
    endpoint: `${stage.origin}/api/frontend/participant/evenements/${stage.evenementId}/medias/uploads`,
    headers: { Authorization: `Bearer ${stage.karim.token}` },
  }
  return { send: () => sendInPage(page, target, peers[peer]) }
}

function sendInPage(page: Page, target: Target, name: (typeof peers)[Peer]): Promise<string[]> {
  return page.evaluate(
    ({ target: to, name: sender }) => {
      const files = document.querySelector('input')?.files ?? []
      const senders = globalThis as unknown as Record<string, (files: File[], target: unknown) => Promise<string[]>>
      return senders[sender]?.([...files], to) ?? []
    },
    { target, name },
  )
}

async function bundledPeers(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../peers/browserSenders.ts', import.meta.url)),
        formats: ['iife'],
        name: 'peers',
      },
    },
  })
  const [bundle] = [built].flat()
  const [script] = bundle && 'output' in bundle ? bundle.output : []
  if (!script) throw new Error('The peers were not bundled')
  return script.code
}
