import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { unAdministrateur } from '#tests/support/builders.ts'
import { enter, expectRefusal, stageOfFile, plain } from '#tests/support/journey.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'

const scene = stageOfFile()
test.use(plain)

const personae = ['anonyme', 'PARTICIPANT', 'ORGANISATEUR', 'ADMINISTRATEUR'] as const
type Persona = (typeof personae)[number]
/** Result of opening each address: `ici` stays, `login` with the return address, otherwise the final address. */
type Ends = Readonly<Record<Persona, string>>

const home = { PARTICIPANT: '/', ORGANISATEUR: '/organizer', ADMINISTRATEUR: '/admin-settings' } as const
const forAll: Ends = { anonyme: 'ici', PARTICIPANT: 'ici', ORGANISATEUR: 'ici', ADMINISTRATEUR: 'ici' }
const forGuests: Ends = { ...home, anonyme: 'ici' }
const signedIn: Ends = { ...forAll, anonyme: 'login' }
const participant: Ends = { ...home, anonyme: 'login', PARTICIPANT: 'ici' }
const organisateur: Ends = { ...home, anonyme: 'login', ORGANISATEUR: 'ici' }
const administrateur: Ends = { ...home, anonyme: 'login', ADMINISTRATEUR: 'ici' }

/** Every address of the app (specification, section 2; product 2, 3 and 34). */
const table: Readonly<Record<string, Ends>> = {
  '/': forAll,
  '/politique-confidentialite': forAll,
  '/e/$code': forAll,
  '/fusion': forAll,
  '/login': forGuests,
  '/register': forGuests,
  '/forgot-password': forGuests,
  '/reset-password': forGuests,
  '/restaurer': forGuests,
  '/reprendre': forGuests,
  '/profil': signedIn,
  '/notifications': signedIn,
  '/confirmation': signedIn,
  '/admin-settings': administrateur,
  '/participant': participant,
  '/participant/decouvrir': participant,
  '/participant/envois': participant,
  '/participant/partage': participant,
  '/participant/medias': participant,
  '/participant/evenements': participant,
  '/participant/evenements/$id': participant,
  '/participant/evenements/$id/medias': participant,
  '/organizer': organisateur,
  '/organizer/evenements': organisateur,
  '/organizer/evenements/$id': organisateur,
  '/organizer/evenements/$id/invitations': organisateur,
  '/organizer/evenements/$id/medias': organisateur,
  '/organizer/evenements/$id/corbeille': organisateur,
  '/organizer/evenements/$id/qr': organisateur,
  '/dashboard-organisateur': { ...organisateur, ORGANISATEUR: '/organizer' },
  '/dashboard-organisateur/abonnement': organisateur,
  '/dashboard-organisateur/abonnement/succes': organisateur,
  '/organizer/recompenses': { ...organisateur, ADMINISTRATEUR: 'ici' },
  '/organisateur/evenements/participants': organisateur,
  '/organisateur/evenements/$evenementId/participants': organisateur,
  '/organisateur/evenements/$evenementId/medias': organisateur,
}
const redirectsMax = 2

test('covers every address of the app', () => {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8')
  const [, lines = ''] = /interface FileRoutesByTo \{(.*?)\}/s.exec(tree) ?? []
  const paths = [...lines.matchAll(/'([^']+)':/g)].map(([, path]) => path)
  expect(new Set(paths)).toEqual(new Set(Object.keys(table)))
})

for (const persona of ['PARTICIPANT', 'ORGANISATEUR'] as const) {
  const paths = Object.entries(table).flatMap(([path, ends]) =>
    /\$(?:id|evenementId)/.test(path) && ends[persona] === 'ici' ? [path] : [],
  )
  test(`${persona}: shows an error at each of ${paths.length} addresses with an event that is not a number`, async ({
    page,
  }) => {
    const stage = scene()
    await enter(page, stage, { person: persona === 'PARTICIPANT' ? stage.karim : stage.claire, to: '/profil' })
    for (const [n, path] of paths.entries()) {
      const bad = ['abc', '0', '1.5', '-1'][n % 4] ?? ''
      await page.goto(stage.origin + path.replace(/\$(?:id|evenementId)/, bad))
      await expectPhrase(page, 'evenementIdInvalide')
      await expectRefusal(page)
    }
  })
}

test('redirects to the login first when the event id in the URL is not a number', async ({ page }) => {
  const stage = scene()
  for (const pattern of Object.keys(table).filter((path) => path.includes('$') && !path.includes('$code'))) {
    const path = pattern.replace(/\$\w+/, 'abc')
    await page.goto(stage.origin + path)
    await expect(page).toHaveURL(stage.origin + loginOf(path))
  }
})

for (const persona of personae) {
  test(`${persona}: ends each address as listed after at most two redirects, opened directly and from inside`, async ({
    page,
  }) => {
    const stage = scene()
    await countRedirects(page)
    if (persona !== 'anonyme') {
      const people = {
        PARTICIPANT: stage.karim,
        ORGANISATEUR: stage.claire,
        ADMINISTRATEUR: await unAdministrateur(stage),
      }
      await enter(page, stage, { person: people[persona], to: '/profil' })
    }
    const rows = Object.entries(table).map(([pattern, ends]) => {
      const path = pattern.replace(/\$\w+/, String(stage.evenementId))
      return {
        path,
        wanted: ends[persona] === 'ici' ? path : ends[persona] === 'login' ? loginOf(path) : ends[persona],
      }
    })
    const wrong: string[] = []
    for (const { path, wanted } of rows) {
      await page.goto(`${stage.origin}${path}`)
      const end = await endOf(page, wanted)
      if (end !== null) wrong.push(`${path} opened directly ${end}`)
    }
    for (const { path, wanted } of rows) {
      await page.evaluate((to) => {
        Object.assign(globalThis, { moves: [] })
        history.pushState({}, '', to)
      }, path)
      const end = await endOf(page, wanted)
      if (end !== null) wrong.push(`${path} from inside ${end}`)
    }
    expect(wrong).toEqual([])
  })
}

function loginOf(path: string): string {
  return `/login?redirect=${encodeURIComponent(path)}`
}

/** The difference from the expected end; null when there is none. */
async function endOf(page: Page, wanted: string): Promise<string | null> {
  const isThere = await expect
    .poll(() => addressOf(page), { intervals: [50] })
    .toBe(wanted)
    .then(() => true)
    .catch(() => false)
  await expect(page.locator('h1, main h2').first()).toBeVisible()
  const address = addressOf(page)
  if (!isThere || address !== wanted) return `ends at ${address}, not at ${wanted}`
  const moves = await page.evaluate(() => (globalThis as unknown as { moves: string[] }).moves)
  const redirects = new Set(moves).size
  return redirects > redirectsMax ? `is redirected ${redirects} times: ${moves.join(', ')}` : null
}

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}

/** Records every address that replaces the opened one. */
async function countRedirects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: string[] = []
    Object.assign(globalThis, { moves })
    const opened = location.pathname
    for (const name of ['pushState', 'replaceState'] as const) {
      const real = history[name].bind(history)
      history[name] = (state, unused, url) => {
        real(state, unused, url)
        const known = (globalThis as unknown as { moves: string[] }).moves
        if (url && location.pathname !== (known.at(-1) ?? opened)) known.push(location.pathname)
      }
    }
  })
}
