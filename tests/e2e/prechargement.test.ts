import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, stageOfFile, plain } from '#tests/support/journey.ts'
import { titreEvenement } from '#tests/support/stage.ts'

const scene = stageOfFile({ consentement: false })
// Without the worker and the live stream, every request comes from the page itself.
test.use(plain)
test.beforeEach(({ page }) => page.route('**/api/live', (route) => route.abort()))

/** Calls of the page to the API: path with query. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

test('loads no data of a participant without a consent when a link is touched', async ({ page }) => {
  const stage = scene()
  const calls = callsOf(page)
  const consent = page.waitForResponse(/\/me\/actif$/)
  await enter(page, stage, { person: stage.lea, to: '/profil' })
  await (await consent).finished()
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
  await navigation.getByRole('link', { name: 'Événements' }).dispatchEvent('touchstart')
  // This page works without a consent: when its call is there, the call of the other one would be there too.
  const answered = page.waitForResponse(/\/evenements-inscrits$/)
  await navigation.getByRole('link', { name: 'Envois' }).dispatchEvent('touchstart')
  await answered
  expect(calls.filter((call) => call.includes('/invitations'))).toEqual([])
})

test('fetches an event once when the pointer is on its link, and not again when it is opened then', async ({
  page,
}) => {
  const stage = scene()
  const calls = callsOf(page)
  // A preload counts for some seconds; a slow machine may need longer until the click.
  await page.clock.setFixedTime(Date.now())
  await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
  const link = page.getByRole('link', { name: new RegExp(`^${phrases.evenementDetails}.*${titreEvenement}`) })
  await expect(link).toBeVisible()
  const event = `/api/frontend/organisateur/evenements/${stage.evenementId}`
  await link.hover()
  await expect.poll(() => calls.filter((call) => call === event)).toEqual([event])
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  await page.getByRole('tab', { name: /^Médias/ }).click()
  await expect.poll(() => calls.filter((call) => call.includes('format=index')).length).toBe(1)
  expect(calls.filter((call) => call === event)).toEqual([event])
})
