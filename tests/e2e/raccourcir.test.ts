import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { boxesOf, encodeFilm, filmedAt, filmFile, readFilm } from '#tests/support/browserFilm.ts'
import { enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { sha256Of } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { storedBytes } from '#tests/support/storedFiles.ts'

const scene = stageOfFile()
test.use(onPhone)

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eclats-film-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const picker = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })
const trimmer = (page: Page) => page.getByRole('dialog', { name: 'Raccourcir la vidéo' })
const offer = (page: Page) => picker(page).getByRole('button', { name: 'Raccourcir la vidéo' })
const begin = (page: Page) => trimmer(page).getByRole('slider', { name: "Début de l'extrait" })
const end = (page: Page) => trimmer(page).getByRole('slider', { name: "Fin de l'extrait" })
const keep = (page: Page) => trimmer(page).getByRole('button', { name: 'Garder cet extrait' })

/** Opens the event, and makes a film of 30 s and 143 Mo. @returns its path */
async function openWithFilm(page: Page, stage: Stage, name: string): Promise<string> {
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  // Encoding needs the processor, and a page whose event is not loaded yet has nothing to show without network.
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  const film = await page.evaluate(encodeFilm, 30)
  const path = join(folder, name)
  await writeFile(path, await filmFile(film, { format: name.endsWith('.MOV') ? 'mov' : 'mp4', padding: 1_000_000 }))
  return path
}

async function pick(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(path)
  await expect(picker(page).getByText(phrases.mediaTropVolumineux)).toBeVisible()
}

/** The code of the sheet is kept for use without network once the worker has time. */
function keptCode(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (/\/TrimSheet-[^/]*\.js$/.test(url)) return true
    return false
  })
}

test('shortens a video above 100 Mo without network, and sends the part', async ({ page }) => {
  const stage = scene()
  const path = await openWithFilm(page, stage, 'IMG_0042.MOV')
  // The worker keeps the files that are not needed at once one after the other.
  await expect.poll(() => keptCode(page)).toBe(true)
  await page.context().setOffline(true)
  await pick(page, path)
  await expect(picker(page).getByText('1 fichier refusé')).toBeVisible()
  await offer(page).click()
  await expect(trimmer(page).getByRole('heading')).toBeFocused()
  await expect(keep(page)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await begin(page).fill('3')
  await end(page).fill('29')
  await expect(trimmer(page).getByText(/130\sMo\s: c'est plus que 100\sMo\. Raccourcissez encore\./)).toBeVisible()
  await expect(trimmer(page).getByRole('button', { name: 'Extrait trop volumineux' })).toBeDisabled()
  await end(page).fill('20')
  await expect(trimmer(page).getByText(/^Durée\s: 17\ssecondes, environ 86\sMo/)).toBeVisible()
  await expect(trimmer(page).getByText(/^L'extrait commencera 1\sseconde plus tôt/)).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  // The colours of a button change within a moment.
  await expect.poll(() => axeViolations(page, { onlyColors: true })).toEqual([])
  // Forced colours remove gradients and the colours of boxes.
  await page.emulateMedia({ forcedColors: 'active' })
  const rail = trimmer(page).locator('span:has(+ input[type="range"])')
  const colors = (part?: string) => rail.evaluate((one, of) => getComputedStyle(one, of).backgroundColor, part)
  expect(await colors('::before')).not.toBe(await colors())
  await expect(rail).toHaveCSS('forced-color-adjust', 'none')
  await page.emulateMedia({ forcedColors: 'none' })
  await keep(page).click()
  await expect(trimmer(page)).toBeHidden()
  await expect(picker(page).getByText(/extrait de 0:03 à 0:20, 86\sMo$/)).toBeVisible()
  await expect(picker(page).getByText(phrases.mediaTropVolumineux)).toHaveCount(0)
  await expect(picker(page).getByRole('button', { name: "Changer l'extrait" })).toBeFocused()
  expect(await axeViolations(page, { onlyColors: true })).toEqual([])

  await picker(page).getByRole('button', { name: 'Envoyer 1 vidéo' }).click()
  await expect(page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  const [media] = await mediasOf(stage)
  if (!media) throw new Error('no media')
  expect(media).toMatchObject({ type: 'VIDEO', nomOriginal: 'IMG_0042.MOV' })
  const bytes = new Uint8Array(await storedBytes(stage.parts.medias.storage, media.fichier))
  expect(bytes.length).toBeLessThan(uploadMaxBytes)
  expect(media.sourceSha256).toBe(sha256Of(bytes))
  expect(boxesOf(bytes)).toEqual({ names: ['ftyp', 'moov', 'free', 'mdat'], recordedAt: filmedAt })
  const { isQuickTime, rotation, tracks } = await readFilm(new Blob([bytes]))
  expect({ isQuickTime, rotation, types: tracks.map(({ type }) => type) }).toEqual({
    isQuickTime: true,
    rotation: 90,
    types: ['video', 'audio'],
  })
  // From the key frame at 2 s to 20 s, five pictures a second.
  expect(tracks[0]?.packets).toHaveLength(90)
})

test('shortens a video by keyboard alone, and changes the part @long', async ({ page }) => {
  const stage = scene()
  const path = await openWithFilm(page, stage, 'VID_7.mp4')
  await pick(page, path)
  await tabTo(page, offer(page))
  await page.keyboard.press('Enter')
  await expect(keep(page)).toBeVisible()
  await tabTo(page, begin(page))
  await page.keyboard.press('ArrowRight')
  await expect(begin(page)).toHaveAttribute('aria-valuetext', '1\u00A0seconde')
  await tabTo(page, end(page))
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(trimmer(page)).toBeHidden()
  await expect(offer(page)).toBeFocused()
  await expect(picker(page).getByText(phrases.mediaTropVolumineux)).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(keep(page)).toBeVisible()
  await tabTo(page, end(page))
  await page.keyboard.press('Home')
  await tabTo(page, keep(page))
  await page.keyboard.press('Enter')
  await expect(picker(page).getByText(/extrait de 0:00 à 0:01/)).toBeVisible()
  const change = picker(page).getByRole('button', { name: "Changer l'extrait" })
  await expect(change).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keep(page)).toBeVisible()
  await expect(begin(page)).toHaveValue('0')
  await expect(end(page)).toHaveValue('1')
  await tabTo(page, end(page))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, keep(page))
  await page.keyboard.press('Enter')
  await expect(picker(page).getByText(/extrait de 0:00 à 0:02/)).toBeVisible()

  // The whole video, chosen again, is the same video.
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(path)
  await expect(picker(page).getByText('1 fichier déjà choisi.')).toBeVisible()
  await expect(picker(page).getByRole('listitem')).toHaveCount(1)
})

test('says that the copy failed when the video has changed on the device, and leaves it refused @long', async ({
  page,
}) => {
  const stage = scene()
  const path = await openWithFilm(page, stage, 'VID_8.mp4')
  await pick(page, path)
  await offer(page).click()
  await expect(keep(page)).toBeVisible()
  await begin(page).fill('12')
  await appendFile(path, 'x')
  await keep(page).click()
  await expect(trimmer(page).getByText("L'extrait n'a pas pu être copié. Votre vidéo n'a pas changé.")).toBeVisible()
  await trimmer(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(picker(page).getByText(phrases.mediaTropVolumineux)).toBeVisible()
  await expect(picker(page).getByText('1 fichier refusé')).toBeVisible()
})

test('offers nothing for a large file that is no video of a known format', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  const path = join(folder, 'VID_9.mp4')
  await writeFile(path, Buffer.alloc(uploadMaxBytes + 1, 'x'))
  await pick(page, path)
  const webm = join(folder, 'VID_10.webm')
  await writeFile(
    webm,
    Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('webm'), Buffer.alloc(uploadMaxBytes)]),
  )
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(webm)
  await expect(picker(page).getByText('2 fichiers refusés')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
})
