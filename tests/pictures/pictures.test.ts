import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest } from '#tests/support/builders.ts'
import { type DemoServer, startDemoServer } from './demoServer.ts'
import { type Person, screens, situations, sizes, themes } from './screens.ts'

let server: DemoServer
test.beforeAll(async () => {
  server = await startDemoServer()
})
test.afterAll(() => server.close())

for (const situation of situations) {
  for (const theme of themes) {
    for (const person of [null, 'karim', 'claire', 'admin'] as const) {
      test(`${situation}, ${theme}, ${person ?? 'signed out'}`, async ({ browser }) => {
        const context = await browser.newContext({ colorScheme: theme })
        const page = await context.newPage()
        const account = await accountOf(person, situation)
        if (account !== null) await signIn(page, account)
        const mine = screens.filter((screen) => screen.person === person)
        const evenement = person === 'karim' || person === 'claire' ? await firstEvenement(page, person) : null
        const lien = await codeOfLien()
        const paths = mine.map(({ name, path }) => ({
          name,
          path: path.replace(':evenement', String(evenement ?? 999_999)).replace(':lien', lien),
        }))
        await prepare(context, page, { situation, paths })
        for (const { name, path } of paths) {
          for (const size of sizes) {
            await page.setViewportSize(size)
            await page.goto(server.origin + path).catch(() => undefined)
            await settled(page)
            await page.screenshot({ path: `pictures/${situation}/${name}-${size.width}x${size.height}-${theme}.png` })
          }
        }
        await context.close()
      })
    }
  }
}

/** The person to sign in; in the empty situation a newly registered one. */
async function accountOf(person: Person, situation: string): Promise<string | null> {
  if (person === null) return null
  if (situation !== 'empty' || person === 'admin') return `${person}@demo.eclats.test`
  const email = `${person}-${Date.now()}@eclats.test`
  const role = person === 'claire' ? 'ORGANISATEUR' : 'PARTICIPANT'
  const answer = await fetch(`${server.origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ nom: 'Nouveau', prenom: 'Camille', email, password: motDePasseDeTest, role }),
  })
  expect(answer.status).toBe(201)
  return email
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.origin}/login`)
  await page.getByLabel('Adresse email').fill(email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(motDePasseDeTest)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** The running event, otherwise the first one; null when the person has none. */
async function firstEvenement(page: Page, person: Person): Promise<number | null> {
  const path = person === 'claire' ? 'frontend/organisateur/evenements' : 'inscriptions/me/evenements-inscrits'
  const evenements = await page.evaluate(async (address) => {
    const token =
      Object.values(sessionStorage)
        .join(' ')
        .match(/eyJ[\w.-]+/)?.[0] ?? ''
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    return (await answer.json()) as { id: number; statut: string }[]
  }, `/api/${path}`)
  return (evenements.find(({ statut }) => statut === 'EN_COURS') ?? evenements[0])?.id ?? null
}

let code: string | undefined

/** A link into the running event, created once. */
async function codeOfLien(): Promise<string> {
  const api = `${server.origin}/api`
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'claire@demo.eclats.test', password: motDePasseDeTest })
  const made = async () => {
    const { token } = (await (await fetch(`${api}/auth/login`, { method: 'POST', headers, body })).json()) as {
      token: string
    }
    const mine = { ...headers, Authorization: `Bearer ${token}` }
    const list = `${api}/frontend/organisateur/evenements`
    const evenements = (await (await fetch(list, { headers: mine })).json()) as { id: number; statut: string }[]
    const { id } = evenements.find(({ statut }) => statut === 'EN_COURS') ?? { id: 0 }
    const answer = await fetch(`${list}/${id}/liens`, { method: 'POST', headers: mine, body: '{}' })
    return ((await answer.json()) as { code: string }).code
  }
  code ??= await made()
  return code
}

interface Preparation {
  readonly situation: string
  readonly paths: readonly { path: string }[]
}

async function prepare(context: BrowserContext, page: Page, { situation, paths }: Preparation): Promise<void> {
  if (situation === 'offline') {
    await page.goto(server.origin)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    for (const { path } of paths) {
      await page.goto(server.origin + path)
      await settled(page)
    }
    await context.setOffline(true)
  }
  if (situation === 'error') {
    await context.route(/\/api\/(?!auth)/, (route) =>
      route.fulfill({ status: 500, json: { code: 'serveur.erreur', message: phrases.uploadErreurServeur } }),
    )
  }
}

async function settled(page: Page): Promise<void> {
  // The live stream never ends, so `networkidle` never happens: wait for the images instead.
  await page.waitForTimeout(300)
  await page
    .waitForFunction(
      () => [...document.images].every((one) => one.complete || one.getBoundingClientRect().top > innerHeight),
      undefined,
      { timeout: 5000 },
    )
    .catch(() => undefined)
  // A refused call is retried twice before the screen shows the error.
  const busy = page.locator('[aria-busy="true"]').first()
  await busy.waitFor({ state: 'detached', timeout: 8000 }).catch(() => undefined)
  await page.waitForTimeout(400)
}
