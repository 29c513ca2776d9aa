import { expect, type Page } from '@playwright/test'
import { sha256Of } from '#tests/support/photos.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, openEvenement, returnToEvenement, signIn } from '#tests/support/steps.ts'
import { expectDelivered, goOffline, goOnline, somePhotos, test } from './scene.ts'

test("17 neither shows nor sends karim's photos when karim logs out and léa logs in", async ({ stage, phone }) => {
  const { page } = phone
  const photos = await somePhotos(2)
  goOffline(stage)
  await addMedia(page, photos)
  goOnline(stage)
  stage.network.fault = {
    kind: 'instead',
    request: /^(POST|PATCH) \S*\/medias\/uploads/,
    answer: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  }
  await askToLeave(page, 'Karim Haddad')
  await page.getByRole('button', { name: /Garder/ }).click()
  await page.waitForURL((url) => url.pathname === '/')
  goOnline(stage)

  await signIn(page, stage, stage.lea)
  await openEvenement(page, stage)
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page.getByText(/2.photos d'un autre compte attendent/)).toBeVisible()
  await expect(page.getByText('IMG_1.jpg')).toHaveCount(0)
  const [mine] = await somePhotos(1)
  await returnToEvenement(page, stage)
  await addMedia(page, mine ? [mine] : [])
  await expect.poll(async () => (await mediasOf(stage)).map(({ auteurId }) => auteurId)).toEqual([stage.lea.id])
  await stage.parts.database.deleteFrom('upload').execute()
  await stage.parts.database.deleteFrom('media').execute()

  await askToLeave(page, 'Léa Moreau')
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  await expectDelivered(stage, photos)
})

test('18 sends each photo under the name of the person who picked it when two people use two tabs', async ({
  stage,
  phone,
}) => {
  const [his, hers] = await somePhotos(2)
  if (!his || !hers) throw new Error('no photos')
  const second = await phone.context.newPage()
  await signIn(second, stage, stage.lea)
  await openEvenement(second, stage)
  goOffline(stage)
  await phone.page.bringToFront()
  await addMedia(phone.page, [his])
  await second.bringToFront()
  await addMedia(second, [hers])
  goOnline(stage)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(2)
  const owners = new Map((await mediasOf(stage)).map(({ sha256, auteurId }) => [sha256, auteurId]))
  expect(owners).toEqual(
    new Map([
      [sha256Of(his.buffer), stage.karim.id],
      [sha256Of(hers.buffer), stage.lea.id],
    ]),
  )
  await second.goto(`${stage.origin}/participant/envois`)
  await expect(second.getByText(/^Reçue à/)).toHaveCount(1)
})

async function askToLeave(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `Menu ${ofName(name)}` })
    .filter({ visible: true })
    .click()
  await page.getByText(phrases.deconnexion).filter({ visible: true }).click()
}
