import { expect, type Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { motDePasseDeTest, type PersonneDeTest } from '#tests/support/builders.ts'
import type { Stage } from '#tests/support/stage.ts'

export interface PickedMedia {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/**
 * Signs in by the form and waits until the worker is installed, so that the page also opens offline.
 * @param options hasWorker: false where workers are blocked
 */
export async function signIn(
  page: Page,
  stage: Stage,
  person: PersonneDeTest,
  { remember = false, hasWorker = true } = {},
): Promise<void> {
  await page.goto(`${stage.origin}/login`)
  await page.getByLabel('Adresse email').fill(person.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(motDePasseDeTest)
  if (!remember) await page.getByLabel('Appareil partagé').check()
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  if (!hasWorker) return
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Opens the event as a participant for the first time: stores the grant on this phone. */
export async function openEvenement(page: Page, stage: Stage): Promise<void> {
  const granted = page.waitForResponse((answer) => answer.url().includes('/upload-grants') && answer.ok())
  await Promise.all([granted, returnToEvenement(page, stage)])
}

/** Opens the event from the list. */
export async function returnToEvenement(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.origin}/participant/evenements`)
  await page
    .getByRole('link', { name: /Mariage de Camille/ })
    .first()
    .click()
  // The list has the same button, which must not be pressed.
  await expect(page.getByRole('heading', { level: 1, name: /Mariage de Camille/ })).toBeVisible()
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
}

/** Adds files like a guest; resolves when the page shows that they are stored on this phone. */
export async function addMedia(page: Page, files: readonly PickedMedia[]): Promise<void> {
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([...files])
  const word = files.length === 1 ? 'fichier' : 'fichiers'
  await page
    .getByRole('button', { name: `Envoyer ${mediaWords(files.map(({ mimeType: type }) => ({ type })))}` })
    .click()
  await expect(page.getByText(`${files.length} ${word} en sécurité sur ce téléphone`, { exact: true })).toBeVisible()
  await sheetsAreLeft(page)
}

/** Waits until the open sheet has its history entry: from then on the back button closes it. */
export async function sheetHasEntry(page: Page): Promise<void> {
  await expect.poll(() => sheetsOfEntry(page)).toBeGreaterThan(0)
}

/** A closing sheet removes its history entry, which would undo an earlier navigation. */
export async function sheetsAreLeft(page: Page): Promise<void> {
  await expect.poll(() => sheetsOfEntry(page)).toBe(0)
}

function sheetsOfEntry(page: Page): Promise<number> {
  return page.evaluate(() => (history.state as { sheets?: unknown[] } | null)?.sheets?.length ?? 0)
}

/** Sends everything manually on Envois; the queue may have finished before. */
export async function retryAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Tout réessayer' })
  const allReceived = page.getByText('Tout est reçu', { exact: true }).first()
  await expect(button.or(allReceived).first()).toBeVisible()
  // If the photo is received in between, the button disappears.
  await expect(async () => {
    if (!(await allReceived.isVisible())) await button.click({ timeout: 10_000 })
  }).toPass()
}

/** A short real video, recorded by the browser from an animated canvas. */
export async function recordVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 120
    const pen = canvas.getContext('2d', { alpha: false })
    // Painted before the recording: on a busy machine it may hold its first frame only.
    paint(0)
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    const ended = new Promise((resolve) => {
      recorder.addEventListener('stop', resolve)
    })
    recorder.start()
    for (let at = 0; at < 20; at += 1) {
      paint(at)
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

    function paint(at: number) {
      if (!pen) throw new Error('This browser has no 2D canvas')
      pen.fillStyle = `hsl(${at * 18} 80% 60%)`
      pen.fillRect(0, 0, 160, 120)
      pen.fillStyle = 'white'
      pen.fillRect(at * 8, 50, 20, 20)
    }
  })
  return Buffer.from(base64, 'base64')
}

/** Waits for an answer of the server to this page: what the page requested before has arrived there too. */
export async function answered(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/api/demo', { cache: 'no-store' })))
}
