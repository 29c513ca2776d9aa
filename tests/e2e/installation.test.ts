import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { openStage, type Stage } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'
import { walk } from '#tests/support/walk.ts'

let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
  await deposer(stage, stage.karim, 2)
  await validateAll(stage)
})
test.beforeEach(async () => {
  phone = await openPhone()
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('the browser offers to install the app: nothing is missing from its manifest', async () => {
  await signIn(phone.page, stage, stage.karim)
  const devtools = await phone.context.newCDPSession(phone.page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ lang: 'fr', display: 'standalone', short_name: 'Éclats' })
})

for (const person of ['karim', 'claire'] as const) {
  test(`a walk through every screen of ${person} leaves nothing on the console and breaks no policy`, async () => {
    const { page } = phone
    const said = await listen(page)
    for (const path of walk(null, stage.evenementId)) await look(page, path)
    await signIn(page, stage, stage[person])
    for (const path of walk(person, stage.evenementId)) await look(page, path)
    expect(said).toEqual([])
  })
}

test('the profile that cannot be loaded says so', async () => {
  stage.network.weather = {
    kind: 'instead',
    request: /^GET \/api\/auth\/me/,
    answer: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  }
  await signIn(phone.page, stage, stage.claire)
  await phone.page.goto(`${stage.origin}/profil`)
  await expectPhrase(phone.page.getByRole('heading', { level: 1 }), 'monProfil')
  await expectPhrase(phone.page, 'profilChargement')
  stage.network.weather = { kind: 'clear' }
  await phone.page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(phone.page.getByText(stage.claire.email)).toBeVisible()
})

async function look(page: Page, path: string): Promise<void> {
  await page.goto(`${stage.origin}${path}`)
  await expect(page.locator('h1, main h2').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Everything that the console and the content policy say on this page from now on. */
async function listen(page: Page): Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => said.push(`${page.url()} ${error.message}`))
  await page.exposeFunction('tellViolation', (text: string) => said.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (text: string) => void }
      tellViolation(`${location.href} ${violatedDirective} ${blockedURI}`)
    })
  })
  return said
}
