import { expect } from '@playwright/test'
import { unEvenement, uneInscription } from '#tests/support/builders.ts'
import { expectText, signInOn } from '#tests/support/engineSteps.ts'
import type { EnginePhone, EngineTab } from '#tests/support/engineTab.ts'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { openWebKit } from '#tests/support/webKitPhone.ts'
import { noWebKit, webKitPrograms } from '../../../scripts/engines.ts'
import { goOffline, goOnline, test as base } from '../scene.ts'

const programs = webKitPrograms()
const test = base.extend<{ webKit: EnginePhone }>({
  // oxlint-disable-next-line no-empty-pattern -- playwright reads the names of fixtures from the pattern
  webKit: async ({}, use) => {
    if (!programs) throw new Error(noWebKit)
    const webKit = await openWebKit(programs)
    await use(webKit)
    await webKit.close()
  },
})
test.skip(programs === undefined, noWebKit)

test('keeps the scroll position of an album during an outage of the host and after another page, on WebKit', async ({
  stage,
  webKit: { tab },
}) => {
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Nuit blanche' })
  await uneInscription(stage, { evenementId: id, utilisateurId: stage.karim.id })
  await unGrandAlbum(stage, { evenementId: id, nombre: 300 })
  await signInOn(tab, stage, stage.karim)
  await tab.goto(`${stage.origin}/participant/evenements/${id}`)
  await expect.poll(() => tab.evaluate(() => document.querySelectorAll('main [data-media]').length)).not.toBe(0)
  await tab.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect.poll(() => placeOf(tab)).not.toBeNull()
  const before = (await placeOf(tab)) ?? Number.NaN
  const expectSamePlace = () =>
    expect.poll(async () => Math.abs(((await placeOf(tab)) ?? Number.NaN) - before)).toBeLessThanOrEqual(2)

  goOffline(stage)
  await expectText(tab, 'Le serveur ne répond pas')
  await expectSamePlace()
  goOnline(stage)
  await expect.poll(() => tab.evaluate(() => document.body.innerText.includes('Le serveur ne répond pas'))).toBe(false)
  await expectSamePlace()

  await tab.evaluate(() => location.assign('/participant'))
  await expectText(tab, 'Bonjour Karim')
  await tab.evaluate(() => history.back())
  await expectSamePlace()
})

/** Pixels from the top of the screen to the photo in the middle of the album; null while it is not in the page. */
function placeOf(tab: EngineTab): Promise<number | null> {
  return tab.evaluate(
    () => document.querySelector('main [aria-posinset="150"] [data-media]')?.getBoundingClientRect().top ?? null,
  )
}
