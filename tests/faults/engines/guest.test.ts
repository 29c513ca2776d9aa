import { expect } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest, type PersonneDeTest, unConsentement, unUtilisateur } from '#tests/support/builders.ts'
import { addMediaOn, button, canAdd, expectText, field, fileField, link } from '#tests/support/engineSteps.ts'
import type { EnginePhone, EngineTab } from '#tests/support/engineTab.ts'
import { openFirefox } from '#tests/support/firefoxPhone.ts'
import { unLien } from '#tests/support/liens.ts'
import { sha256Of } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { openWebKit } from '#tests/support/webKitPhone.ts'
import { firefoxPath, noFirefox, noWebKit, webKitPrograms } from '../../../scripts/engines.ts'
import { statesOn } from '../onDevice.ts'
import { goOffline, goOnline, somePhotos, test } from '../scene.ts'

const firefox = firefoxPath()
const webKit = webKitPrograms()
const engines: readonly { name: string; missing: string; open: (() => Promise<EnginePhone>) | undefined }[] = [
  { name: 'Firefox', missing: noFirefox, open: firefox === undefined ? undefined : () => openFirefox(firefox) },
  { name: 'WebKit', missing: noWebKit, open: webKit === undefined ? undefined : () => openWebKit(webKit) },
]

for (const { name, missing, open } of engines) {
  test(`1 delivers and lists the photos that a guest of a link adds offline, on ${name}`, async ({ stage }) => {
    test.skip(open === undefined, missing)
    if (!open) return
    const phone = await open()
    const { tab } = phone
    const ines = await unUtilisateur(stage, { email: 'ines@eclats.test', prenom: 'Inès' })
    await unConsentement(stage, ines.id)
    const { code } = await unLien(stage, stage)
    await joinByLink(tab, stage, { code, person: ines })
    const photos = await somePhotos(3)
    goOffline(stage)
    await addMediaOn(tab, photos)
    expect(await mediasOf(stage)).toHaveLength(0)
    goOnline(stage)
    await expect.poll(async () => (await mediasOf(stage)).length).toBe(photos.length)
    const medias = await mediasOf(stage)
    const hashes = photos.map(({ buffer }) => sha256Of(buffer))
    expect(medias.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted())
    expect(new Set(medias.map(({ auteurId }) => auteurId))).toEqual(new Set([ines.id]))
    await tab.goto(`${stage.origin}/participant/envois`)
    await expectText(tab, 'Tout ce que vous avez envoyé est reçu.')
    expect(await statesOn(tab)).toEqual(['done', 'done', 'done'])
    await phone.close()
  })
}

test('26 lets a guest of a link enter and send where the browser forbids storage to every site, on Firefox', async ({
  stage,
}) => {
  test.skip(firefox === undefined, noFirefox)
  const phone = await openFirefox(firefox ?? '', { forbidsStorage: true })
  const { tab } = phone
  const { code } = await unLien(stage, { ...stage, identite: 'PRENOM' })
  await tab.goto(`${stage.origin}/e/${code}`)
  await tab.write(field('Votre prénom'), 'Noé')
  await tab.press('//input[@type="checkbox"]')
  await tab.press(button('Participer'))
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe(`/participant/evenements/${stage.evenementId}`)
  const photos = await somePhotos(1)
  const folder = await mkdtemp(join(tmpdir(), 'eclats-choix-'))
  const path = join(folder, 'IMG_1.jpg')
  for (const { buffer } of photos) await writeFile(path, buffer)
  await tab.pick(fileField, [path])
  await tab.press(button('Envoyer 1 photo'))
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
  await phone.close()
  await rm(folder, { recursive: true })
})

/** From the link of the QR code through the login to the event, without the list of events or the dashboard. */
async function joinByLink(
  tab: EngineTab,
  stage: Stage,
  { code, person }: { code: string; person: PersonneDeTest },
): Promise<void> {
  const path = () => tab.evaluate(() => location.pathname)
  await tab.goto(`${stage.origin}/e/${code}`)
  await tab.press(link(phrases.seConnecter))
  await tab.write(field('Adresse email'), person.email)
  await tab.write(field('Mot de passe'), motDePasseDeTest)
  await tab.press(button(phrases.seConnecter))
  await expect.poll(path).toBe(`/e/${code}`)
  await tab.press(button("Rejoindre l'événement"))
  await expect.poll(path).toBe(`/participant/evenements/${stage.evenementId}`)
  await expect.poll(() => tab.evaluate(canAdd)).toBe(true)
}
