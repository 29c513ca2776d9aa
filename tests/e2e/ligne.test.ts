import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { badGateway } from '#tests/support/answers.ts'
import { answerInstead, clearFault, enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { answered, recordVideo } from '#tests/support/steps.ts'

const scene = stageOfFile()
// A desktop browser does not report the network type, and its worker cannot be overridden.
test.use({ ...onPhone, serviceWorkers: 'block' })

test('keeps photos on mobile data when only Wi-Fi is allowed, shows it, and sends them once on Wi-Fi', async ({
  page,
}) => {
  const stage = scene()
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  answerInstead(stage, /^(POST|PATCH) \S*\/medias\/uploads/, badGateway)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(file)
  await expect(page.getByText(/à envoyer, sur vos données mobiles/)).toBeVisible()
  await page.getByRole('button', { name: /^Envoyer 1 / }).click()
  await page
    .getByRole('link', { name: /Envois/ })
    .filter({ visible: true })
    .first()
    .click()
  const only = page.getByRole('switch', { name: 'Envoyer en Wi-Fi seulement' })
  await only.click()
  await expect(only).toBeChecked()
  await expect(page.getByText("L'envoi attend le Wi-Fi : ouvrez l'application une fois en Wi-Fi.")).toBeVisible()
  clearFault(stage)
  await page.clock.install()
  await page.reload()
  await expect(only).toBeChecked()
  await expect(page.getByText(/à envoyer, une fois en Wi-Fi/)).toBeVisible()
  // Two of the queue's timed tries.
  await page.clock.runFor(65_000)
  await answered(page)
  expect(await mediasOf(stage)).toHaveLength(0)
  await page.evaluate(() => {
    const connection: EventTarget = Reflect.get(navigator, 'connection')
    Object.assign(connection, { type: 'wifi' }).dispatchEvent(new Event('change'))
  })
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  // The network type is known now.
  await expect(page.getByText('Tout est reçu').first()).toBeVisible()
  await page.getByRole('link', { name: 'Événements' }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: phrases.ajouterMedia }).first().click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([file, await unFilm(page)])
  // How long depends on the measured line of this machine.
  await expect(page.getByText(/à envoyer, environ \d+\s(s|min)$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Envoyer 1 photo et 1 vidéo' })).toBeVisible()
})

async function unFilm(page: Page) {
  return { name: 'VID_1.webm', mimeType: 'video/webm', buffer: await recordVideo(page) }
}
