import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone } from '#tests/support/phone.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import { writePhotos } from './cameraPhotos.ts'
import { median, type Row } from './row.ts'

const files = 50
const rounds = 9

/** Photos picked without network, from the press of the button until the page says that all are safe. */
export const pickAndSafe: Row = {
  what: `${files} photos of 4 MiB picked offline: all safe`,
  against: 'a bare page that reads, hashes and writes the same bytes to IndexedDB',
  goal: '<= 1.3x',
  async measure() {
    const stage = await openStage()
    const bare = await startBarePage()
    try {
      const paths = await writePhotos(stage.folder, files)
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        const phone = await openPhone()
        try {
          theirs.push(await bareMs(phone.page, bare.origin, paths))
          ours.push(await oursMs(phone.page, stage, paths))
        } finally {
          await phone.close()
        }
      }
      const ratio = median(ours.map((time, round) => time / (theirs[round] ?? Number.NaN)))
      const detail = `seconds: ours ${seconds(ours)}, bare ${seconds(theirs)}`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 1.3 }
    } finally {
      bare.stop()
      await stage.close()
    }
  },
}

async function oursMs(page: Page, stage: Stage, paths: readonly string[]): Promise<number> {
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([...paths])
  const send = page.getByRole('button', { name: new RegExp(`^Envoyer ${files} `) })
  await send.waitFor()
  const shown = await whenShown(page, `${files} fichiers en sécurité sur ce téléphone`)
  const pressed = await whenPressed(page)
  await send.click()
  return (await shown.at()) - (await pressed.at())
}

/** Time of the next press. A test waits before its click until the button has stopped moving; that is not counted. */
async function whenPressed(page: Page): Promise<{ at: () => Promise<number> }> {
  const handle = await page.evaluateHandle(() => {
    const pressed = Promise.withResolvers<number>()
    const note = ({ timeStamp }: Event) => pressed.resolve(timeStamp)
    document.addEventListener('pointerdown', note, { capture: true, once: true })
    return { at: pressed.promise }
  })
  return { at: () => handle.evaluate(({ at }) => at) }
}

/** When a sentence appears, as the page itself sees it: a locator looks only twice a second. */
async function whenShown(page: Page, sentence: string): Promise<{ at: () => Promise<number> }> {
  const handle = await page.evaluateHandle((text) => {
    const shown = Promise.withResolvers<number>()
    const observer = new MutationObserver((changes) => {
      const isIn = ({ target }: MutationRecord) => (target.textContent ?? '').replaceAll(/\s/g, ' ').includes(text)
      if (changes.some(isIn)) shown.resolve(performance.now())
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return { at: shown.promise }
  }, sentence)
  return { at: () => handle.evaluate(({ at }) => at) }
}

/** One file after the other: read, hashed by the platform, written in one transaction as durable as ours. */
async function bareMs(page: Page, origin: string, paths: readonly string[]): Promise<number> {
  await page.goto(origin)
  await page.locator('input').setInputFiles([...paths])
  return page.evaluate(async () => {
    const opening = indexedDB.open('bare', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('photos')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const picked = document.querySelector('input')?.files ?? []
    const begun = performance.now()
    for (const file of picked) {
      const bytes = await file.arrayBuffer()
      const sha256 = await crypto.subtle.digest('SHA-256', bytes)
      const transaction = opening.result.transaction('photos', 'readwrite', { durability: 'strict' })
      transaction.objectStore('photos').put({ bytes, sha256 }, file.name)
      await new Promise((resolve, reject) => {
        transaction.addEventListener('complete', resolve)
        transaction.addEventListener('abort', reject)
      })
    }
    return performance.now() - begun
  })
}

async function startBarePage() {
  const html = '<!doctype html><title>bare</title><input type="file" multiple>'
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(html))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

function seconds(times: readonly number[]): string {
  return times.map((time) => (time / 1000).toFixed(1)).join(' ')
}
