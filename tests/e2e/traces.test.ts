import { expect, test, type Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { notify } from '#server/notification/notify.ts'
import { systemClock } from '#server/clock.ts'
import { unConsentement, unEvenement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { openUserMenu } from '#tests/support/journey.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia, signIn } from '#tests/support/steps.ts'

/** Words of the first person only; the stored queue may contain the name of the photo. */
const marks = ['zephyrine', 'quintessence', 'castelmoron', 'tamarin', 'vous félicite'] as const

let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
})
test.beforeEach(async () => {
  phone = await openPhone()
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('leaves only the first name after a logout that keeps photos on the phone', async () => {
  const { page, context } = phone
  const first = await unUtilisateur(stage, { email: 'zephyrine@eclats.test', prenom: 'Zephyrine', nom: 'Quintessence' })
  const evenement = { createurId: stage.claire.id, titre: 'Bal de Castelmoron', lieu: 'Salle du Tamarin' }
  const { id: evenementId } = await unEvenement(stage, evenement)
  await uneInscription(stage, { evenementId, utilisateurId: first.id })
  await unConsentement(stage, first.id)
  await deposer({ ...stage, evenementId }, first, 2)
  await validateAll({ ...stage, evenementId })
  await notify(stage.parts.database, systemClock, [
    { utilisateurId: first.id, type: 'RECOMPENSE', titre: 'Bravo', message: 'Claire vous félicite.', evenementId },
  ])

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, stage, first, { remember: true })
  const screens = ['/participant', '/participant/evenements', '/notifications', '/profil', '/participant/envois']
  for (const path of screens) await visit(page, path)
  await visit(page, `/participant/evenements/${evenementId}/medias`)
  await expect(page.locator('main img[data-loaded]')).toHaveCount(2)
  await context.setOffline(true)
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  const before = await tracesOn(page, asked)
  expect(marks.filter((mark) => before.includes(mark))).toEqual(marks)

  await openUserMenu(page)
  await page.getByRole('button', { name: phrases.deconnexion }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Garder sur ce téléphone' }).click()
  await expect(page.getByRole('link', { name: phrases.seConnecter }).first()).toBeVisible()
  await expect(page.getByText(typographie('1 photo de Zephyrine attend : reconnectez-vous.'))).toBeVisible()
  await expect.poll(async () => found(await tracesOn(page, asked))).toEqual([])

  await context.setOffline(false)
  await page.getByRole('link', { name: phrases.seConnecter }).first().click()
  await expect(page.getByText(typographie('1 photo de Zephyrine attend : reconnectez-vous.'))).toBeVisible()
  await signIn(page, stage, stage.lea)
  for (const path of screens) await visit(page, path)
  expect(found(await tracesOn(page, asked))).toEqual([])
  expect(found((await page.locator('body').innerText()).toLowerCase())).toEqual([])
})

function found(traces: string): string[] {
  return marks.filter((mark) => traces.includes(mark))
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${stage.origin}${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/**
 * Everything that our pages can still find on the device, as one text: every storage, and the HTTP cache. Excludes the
 * first name on the login page while photos wait.
 */
async function tracesOn(page: Page, asked: readonly string[]): Promise<string> {
  const own = [...new Set(asked)].filter((url) => url.startsWith(`${stage.origin}/api/`))
  const traces = await page.evaluate(async (urls) => {
    const { 'eclats.prenoms': _name, ...local } = localStorage
    const lines: string[] = [JSON.stringify(local), JSON.stringify(sessionStorage), document.cookie]
    const textOf = async (response: Response) => `${JSON.stringify([...response.headers])} ${await response.text()}`
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      lines.push(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        lines.push(request.url, kept ? await textOf(kept) : '')
      }
    }
    const asWords = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value)
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const all = database.transaction(store).objectStore(store).getAll()
          all.addEventListener('success', () => resolve(all.result as unknown[]))
          all.addEventListener('error', () => reject(all.error ?? new Error(store)))
        })
        lines.push(`${name}/${store} ${JSON.stringify(rows, asWords)}`)
      }
      database.close()
    }
    const registration = await navigator.serviceWorker.getRegistration()
    for (const { title, body } of (await registration?.getNotifications()) ?? []) lines.push(`${title} ${body}`)
    for (const url of urls) {
      const kept = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      if (kept?.ok) lines.push(url, await textOf(kept))
    }
    return lines.join('\n')
  }, own)
  return traces.toLowerCase()
}
