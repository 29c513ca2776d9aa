import { expect, test, type Page } from '@playwright/test'
import type { Identite } from '#domain/lien/lien.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { rawAnswer } from '#tests/support/answers.ts'
import { answerInstead, appIsThere, clearFault, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'

import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { titreEvenement } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use({ ...onPhone, serviceWorkers: 'block' })

/** Prerendered content of a page: its main heading, and a text that only this page has. */
const pages = [
  ['/', 'Une fête. Tous ses éclats.', phrases.commencerMaintenant],
  ['/login', 'Votre espace organisateur', 'Appareil partagé'],
  ['/register', 'Créer un compte', 'Prénom'],
  ['/login?redirect=%2Fe%2FAbC-123', 'Votre espace organisateur', 'Appareil partagé'],
  ['/register?redirect=%2Fe%2FAbC-123', 'Créer un compte', "Quatre lignes, et vous entrez dans l'événement."],
] as const

for (const [path, heading, word] of pages) {
  test(`prerenders ${path} before any script, and does not shift when the app starts`, async ({ page }) => {
    const { origin } = scene()
    const release = await holdScripts(page)
    const violations = await watchPolicy(page)
    await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(word).first()).toBeVisible()
    await stylesAreThere(page)
    const before = await layoutOf(page)
    release()
    await appIsThere(page)
    const after = await layoutOf(page)
    expect(after.slice(0, before.length)).toEqual(before)
    // The landing page alone has something below the fold.
    if (path !== '/') expect(after).toHaveLength(before.length)
    expect(await violations()).toEqual([])
  })
}

test('keeps the focus on a link that a person has reached by keyboard when the app starts', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto(scene().origin, { waitUntil: 'commit' })
  const start = page.getByRole('link', { name: phrases.commencerMaintenant })
  await start.focus()
  await page.keyboard.press('Tab')
  const focused = page.locator('a:focus-visible')
  const name = (await focused.textContent()) ?? ''
  release()
  await appIsThere(page)
  await expect(focused).toHaveText(name)
})

test('names one script on each prerendered page; the others are requested after its first paint', async ({
  request,
}) => {
  for (const [path] of pages) {
    const html = await (await request.get(`${scene().origin}${path}`)).text()
    expect(html.match(/<script[^>]* src=/g)).toHaveLength(1)
    const [aboveFold = ''] = html.split('<link rel="stylesheet" href="/assets/below-fold-')
    const requestedAtOnce = aboveFold.replaceAll(/<template[\s\S]*?<\/template>/g, '')
    expect(requestedAtOnce).not.toMatch(/<link[^>]* rel="?(?:modulepreload|preload|prefetch|stylesheet)/)
  }
})

test('shows what is below the fold once its styles are there, without moving what is above', async ({ page }) => {
  const release = await hold(page, '**/below-fold-*.css')
  await page.goto(scene().origin, { waitUntil: 'commit' })
  const below = page.getByRole('heading', { level: 2 })
  await expect(below).toHaveCount(0)
  await expect(page.getByRole('link', { name: phrases.commencerMaintenant })).toBeInViewport()
  const before = await layoutOf(page)
  release()
  await expect(below).toHaveCount(3)
  expect((await layoutOf(page)).slice(0, before.length)).toEqual(before)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows a whole page, also below the fold', async ({ page }) => {
    await page.goto(scene().origin)
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Politique de confidentialité' })).toBeVisible()
  })
})

test('keeps the page to continue on, from a link to the registration and the login, before the app starts', async ({
  page,
}) => {
  const { path } = await lienOf('COMPTE')
  await holdScripts(page)
  await page.goto(`${scene().origin}${path}`, { waitUntil: 'commit' })
  for (const [name, target] of [
    ['Créer un compte', '/register'],
    [phrases.seConnecter, '/login'],
    ['Créer un compte', '/register'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${scene().origin}${target}?redirect=${encodeURIComponent(path)}`)
  }
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('renders the page of a link completely before any script, and does not shift when the app starts', async ({
  page,
}) => {
  const { origin } = scene()
  const { path, titre } = await lienOf()
  const release = await holdScripts(page)
  const violations = await watchPolicy(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
  await expect(page).toHaveTitle(`${titre} · Éclats`)
  await expect(page.getByRole('heading', { level: 1, name: titre })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Participer', exact: true })).toBeDisabled()
  await page.getByLabel('Votre prénom').fill('Ana')
  await page.getByRole('checkbox').check()
  const policy = page.locator('details', { hasText: 'Lire la politique' })
  await policy.locator('summary').click()
  await stylesAreThere(page)
  const before = { layout: await layoutOf(page), words: await page.locator('main').innerText() }
  release()
  await appIsThere(page)
  await expect(page.getByRole('button', { name: 'Participer', exact: true })).toBeEnabled()
  expect({ layout: await layoutOf(page), words: await page.locator('main').innerText() }).toEqual(before)
  await expect(page.getByLabel('Votre prénom')).toHaveValue('Ana')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(policy).toHaveAttribute('open')
  expect(asked.filter((one) => one.startsWith('/api/liens/'))).toEqual([])
  expect(await violations()).toEqual([])
})

for (const path of [...pages.map(([one]) => one), '/e/inconnu', 'a link']) {
  test(`changes no style of ${path} when the complete style sheets are added`, async ({ page }) => {
    const { origin } = scene()
    const releaseStyles = await hold(page, /\/assets\/(?!below-fold).*\.css$/)
    await hold(page, '**/start-*.js')
    const violations = await watchPolicy(page)
    await page.goto(`${origin}${path === 'a link' ? (await lienOf()).path : path}`, { waitUntil: 'commit' })
    await expect(page.locator('main')).toBeVisible()
    // The parser waits for the styles of what is below the fold.
    await page.waitForFunction(() => document.readyState !== 'loading')
    const before = await stylesIn(page)
    releaseStyles()
    await page.waitForFunction(() => document.querySelectorAll('link[rel=stylesheet][media=all]').length > 1)
    const after = await stylesIn(page)
    expect(after.filter((style, at) => style !== before[at])).toEqual([])
    expect(after).toHaveLength(before.length)
    expect(await violations()).toEqual([])
  })
}

const unavailable = rawAnswer('503 Service Unavailable', '', [])
/** Ends the pause between two attempts. */
const online = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))
const late = (page: Page) => page.getByRole('alert').filter({ hasText: 'cette page ne répond pas encore' })
const enterButton = (page: Page) => page.getByRole('button', { name: 'Participer', exact: true })

for (const [what, request] of [
  ['a script', /^GET \/assets\/react/],
  ['a style sheet', /^GET \/assets\/\S*\.css/],
] as const)
  test(`starts without a manual reload when ${what} could not be loaded at first, and says so until then`, async ({
    page,
  }) => {
    const stage = scene()
    const { code } = await unLien(stage, { ...stage, identite: 'PRENOM' })
    answerInstead(stage, request, unavailable)
    await page.goto(`${stage.origin}/e/${code}`)
    await expect(late(page)).toBeVisible()
    await expect(enterButton(page)).toBeDisabled()
    clearFault(stage)
    await online(page)
    await expect(enterButton(page)).toBeEnabled()
    await expect(late(page)).toHaveCount(0)
  })

test('reloads a page once when a script fails although the host answers', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, { ...stage, identite: 'PRENOM' })
  let documents = 0
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
  answerInstead(stage, /^GET \/assets\/react/, unavailable)
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(late(page)).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await online(page)
  await reloaded
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(late(page)).toBeVisible()
    const failed = page.waitForResponse((answer) => /\/react/.test(answer.url()))
    await online(page)
    await failed
  }
  clearFault(stage)
  await online(page)
  await expect(enterButton(page)).toBeEnabled()
  expect(documents).toBe(2)
})

test('keeps input from before the start of the app', async ({ page }) => {
  const { origin, karim } = scene()
  const release = await holdScripts(page)
  await page.goto(`${origin}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Adresse email').fill(karim.email)
  await page.getByLabel('Appareil partagé').check()
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('Souvenirs')
  release()
  await appIsThere(page)
  await expect(page.getByLabel('Adresse email')).toHaveValue(karim.email)
  await expect(page.getByLabel('Appareil partagé')).toBeChecked()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('Souvenirs')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: phrases.seConnecter })).toBeEnabled()
})

test('keeps a name typed before the start of the app in place of an earlier one', async ({ page }) => {
  const { origin } = scene()
  const { path } = await lienOf()
  await page.goto(`${origin}${path}`)
  await appIsThere(page)
  await page.getByLabel('Votre prénom').fill('Anne')
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Votre prénom').fill('Anna')
  release()
  await appIsThere(page)
  await expect(page.getByLabel('Votre prénom')).toHaveValue('Anna')
})

test('stays where the page was scrolled before the start of the app', async ({ page }) => {
  const { origin } = scene()
  const release = await holdScripts(page)
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stylesAreThere(page)
  await page.evaluate(() => scrollTo(0, 300))
  release()
  await appIsThere(page)
  expect(await page.evaluate(() => scrollY)).toBe(300)
})

test('validates input from before the start of the app once it has started', async ({ page }) => {
  const { origin } = scene()
  const release = await holdScripts(page)
  await page.goto(`${origin}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Mot de passe', { exact: true }).fill('12345')
  await page.getByLabel('Adresse email').fill('karim')
  release()
  await appIsThere(page)
  await expectPhrase(page, 'loginMotDePasseMin')
  await expect(page.getByText(phrases.loginEmailInvalide)).toBeHidden()
})

test('sends no password when Enter is pressed before the app has started', async ({ page }) => {
  const { origin } = scene()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const release = await holdScripts(page)
  await page.goto(`${origin}/register`, { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Je participe' }).check()
  await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('Souvenirs2026!')
  await page.keyboard.press('Enter')
  release()
  await appIsThere(page)
  await expect(page.getByRole('radio', { name: 'Je participe' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Créer mon compte' })).toBeEnabled()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('Souvenirs2026!')
  expect(page.url()).toBe(`${origin}/register`)
  expect(asked.filter((url) => url.includes('Souvenirs2026'))).toEqual([])
})

async function lienOf(identite: Identite = 'PRENOM'): Promise<{ path: string; titre: string }> {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite })
  return { path: `/e/${code}`, titre: titreEvenement }
}

/** Blocks all scripts until released. */
function holdScripts(page: Page): Promise<() => void> {
  return hold(page, '**/*.js')
}

/** Blocks files until released. */
async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      seen.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
}

/** Text may appear shortly before its styles. */
async function stylesAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].every(
      ({ sheet }) => sheet !== null,
    ),
  )
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** Computed styles of every element, in light and dark, on a phone and a wide screen. */
async function stylesIn(page: Page): Promise<string[]> {
  const styles: string[] = []
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      // A change of the theme fades colours; a mark that pulses has no end.
      await page.evaluate(() =>
        document
          .getAnimations()
          .forEach((animation) =>
            animation.effect?.getComputedTiming().endTime === Infinity ? animation.cancel() : animation.finish(),
          ),
      )
      styles.push(...(await page.locator('html, body, body *').evaluateAll(styleOfEach)))
    }
  return styles
}

/** One text per element and property, without the custom properties, which show nothing themselves. */
function styleOfEach(elements: (HTMLElement | SVGElement)[]): string[] {
  return elements.flatMap((element) => {
    const style = getComputedStyle(element)
    const names = Array.from(style).filter((name) => !name.startsWith('--'))
    return names.map(
      (name) => `${element.tagName} ${element.classList.value}: ${name}: ${style.getPropertyValue(name)}`,
    )
  })
}

/** Positions of the headings, fields and buttons that are shown. */
function layoutOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, input, button, main a')]
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return `${one.tagName} ${[left, top, width, height].map(Math.round).join(' ')}`
      }),
  )
}
