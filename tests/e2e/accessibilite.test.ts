import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { unAdministrateur, unConsentement, unUtilisateur } from '#tests/support/builders.ts'
import { enter, stageOfFile, plain } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { listenToPage } from '#tests/support/pageSilence.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { covered, crowdedBar, smallPhones, tooWide as overflow } from '#tests/support/smallScreen.ts'
import { watchLayoutShift } from '#tests/support/layoutShift.ts'
import { walk } from '#tests/support/walk.ts'

test.use(plain)
const scene = stageOfFile()
test.beforeAll(async () => {
  await deposer(scene(), scene().karim, 2)
  await validateAll(scene())
  await deposer(scene(), scene().lea, 2)
})
const themes = ['light', 'dark'] as const
const devices = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
} as const
type Device = keyof typeof devices

// The screens of one person take minutes: they are split between workers, each with its own server.
test.describe.configure({ mode: 'parallel' })

for (const device of ['phone', 'tablet'] as const) {
  // On a tablet: `npm run e2e`.
  test.describe(`on a ${device}`, device === 'tablet' ? { tag: '@long' } : {}, () => {
    test.use({ viewport: devices[device] })
    looks(device)
  })
}

function looks(device: Device): void {
  for (const person of [null, 'karim', 'claire', 'admin'] as const) {
    const covering = device === 'phone' ? 'covered control, ' : ''
    const title = `has no axe finding, overflow, ${covering}layout shift or console message for ${person ?? 'visitors'}`
    test(title, person === 'claire' || person === 'admin' ? { tag: '@long' } : {}, async ({ page }) => {
      const stage = scene()
      const who = person === 'admin' ? await unAdministrateur(stage) : person && stage[person]
      if (who !== null) await enter(page, stage, { person: who, to: '/profil' })
      const found = await listenToPage(page)
      const movements = await watchLayoutShift(page)
      for (const path of walk(person, stage.evenementId)) {
        await page.setViewportSize(devices[device])
        await page.goto(`${stage.origin}${path}`)
        await settled(page)
        found.push(...(await movements(path)), ...(await findings(page, device, path)), ...(await tooWide(page, path)))
        if (device === 'phone') found.push(...(await onSmallPhones(page, path)))
      }
      // The browser itself logs that the server refuses the address without a token.
      expect(found.filter((line) => !/\/confirmation Failed to load resource: .* 400 /.test(line))).toEqual([])
    })
  }

  test('has no axe finding on the sheets and the viewer', async ({ page }) => {
    const stage = scene()
    const found: string[] = []
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
    await page.getByRole('button', { name: phrases.ajouterMedia }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    found.push(...(await findings(page, device, 'sheet of media')))
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /Votre photo/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: /Votre photo/ })).toBeVisible()
    found.push(...(await findings(page, device, 'viewer')))
    expect(found).toEqual([])
  })

  test('has no axe finding on the profile in edit mode, its dialogs and its messages @long', async ({ page }) => {
    const stage = scene()
    const found: string[] = []
    // Not karim: the test revokes the consent, without which the walk of the next device finds a refused call.
    const person = await unUtilisateur(stage)
    await unConsentement(stage, person.id)
    await enter(page, stage, { person, to: '/profil' })
    await page.getByRole('button', { name: phrases.evenementModifier }).click()
    await page.getByLabel('Prénom').fill('')
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('court')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText(phrases.profilChampsRequis).first()).toBeVisible()
    found.push(
      ...(await findings(page, device, 'profile in edit mode')),
      ...(await tooWide(page, 'profile in edit mode')),
    )
    await page.getByRole('button', { name: 'Annuler' }).click()
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    found.push(...(await findings(page, device, 'question before deleting')))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Révoquer mon consentement' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Révoquer' }).click()
    await expect(page.getByRole('button', { name: 'Donner mon consentement' })).toBeVisible()
    found.push(...(await findings(page, device, 'profile without consent')))
    expect(found).toEqual([])
  })

  test("has no axe finding on the notification panel, the administrator's dialogs and the rewards", async ({
    page,
  }) => {
    const stage = scene()
    const found: string[] = []
    await enter(page, stage, { person: await unAdministrateur(stage), to: '/admin-settings' })
    await page.getByRole('button', { name: 'Supprimer le compte de Karim Haddad' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    found.push(...(await findings(page, device, 'question')))
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Notifications/ })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    found.push(...(await findings(page, device, 'panel')))
    expect(found).toEqual([])
  })

  test('has no axe finding on the page of a link, for any visitor, nor on its QR code', async ({ page }) => {
    const stage = scene()
    const found: string[] = []
    const { code } = await unLien(stage, stage)
    const look = async (where: string) => {
      await settled(page)
      found.push(...(await findings(page, device, where)), ...(await tooWide(page, where)))
    }
    await page.goto(`${stage.origin}/e/${code}`)
    await look('link of a visitor')
    await page.getByRole('link', { name: 'Créer un compte' }).click()
    await expect(page).toHaveURL(/\/register/)
    await look('registration by a link')
    await enter(page, stage, { person: await unUtilisateur(stage), to: `/e/${code}` })
    await expect(page.getByRole('button', { name: "Rejoindre l'événement" })).toBeVisible()
    await look('link of a participant')
    await page.evaluate(() => sessionStorage.clear())
    await enter(page, stage, { person: stage.claire, to: `/e/${code}` })
    await expect(page.getByText("C'est votre événement.")).toBeVisible()
    await look('link of its organiser')
    await page.getByRole('link', { name: "Voir l'événement" }).click()
    await expect(page).toHaveURL(/\/organizer\/evenements\//)
    await look('links of an event')
    await page
      .getByRole('button', { name: /^Agrandir le QR code/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('QR code')
    expect(found).toEqual([])
  })

  test('marks the selected tab alone, within its scrolling row, in forced colours', async ({ page }) => {
    const stage = scene()
    await page.emulateMedia({ forcedColors: 'active' })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
    const tab = page.getByRole('tab', { selected: true })
    await expect(tab).toBeVisible()
    const marks = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs.map((one) => {
        const { content, backgroundColor, height } = getComputedStyle(one, '::after')
        return content === 'none' ? null : { backgroundColor, height }
      }),
    )
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.backgroundColor = 'Highlight'
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    })
    expect(marks.filter((mark) => mark !== null)).toEqual([{ backgroundColor: highlight, height: '3px' }])
    const [row, box] = [await page.getByRole('tablist').boundingBox(), await tab.boundingBox()]
    const bottom = (one: typeof box) => (one?.y ?? 0) + (one?.height ?? 0)
    expect(bottom(box)).toBeLessThanOrEqual(bottom(row))
  })

  test('keeps the colours of the logo and its focus above a photo in forced colours', async ({ page }) => {
    const stage = scene()
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await page.goto(`${stage.origin}/login`)
    const home = page.getByRole('link', { name: 'Éclats, accueil' })
    const areOnPhoto = () =>
      home.evaluate((link) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.cssText = 'color: var(--room-text); forced-color-adjust: none'
        const { color } = getComputedStyle(probe)
        probe.remove()
        link.focus()
        const logo = link.querySelector('[data-part=logo]')
        return [logo && getComputedStyle(logo).color === color, getComputedStyle(link).outlineColor === color]
      })
    await expect.poll(areOnPhoto).toEqual([true, true])
  })

  test('shows the edges of menus and sheets, and the value of bars, in forced colours', async ({ page }) => {
    const stage = scene()
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.goto(`${stage.origin}/register`)
    await page.getByLabel('Mot de passe', { exact: true }).fill('Souvenirs20')
    const strength = page.locator('p[data-tone] > span[aria-hidden]')
    await expect(strength).toHaveCSS('background-image', /gradient/)
    await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
    await expect(page.getByRole('progressbar').first()).toHaveCSS('forced-color-adjust', 'none')
    await page.getByRole('button', { name: /^Menu de/ }).click()
    await expect(page.locator('nav[popover]:popover-open')).toHaveCSS('border-top-width', '1px')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Supprimer' }).first().click()
    await expect(page.getByRole('alertdialog')).toHaveCSS('border-top-width', '1px')
  })

  test('shows what is chosen, and the edges of what can be chosen, in forced colours', async ({ page }) => {
    const stage = scene()
    const desk = `/organisateur/evenements/${stage.evenementId}/medias`
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${stage.origin}/register`)
    const role = (name: string) => page.getByRole('group', { name: 'Votre rôle' }).locator('label', { hasText: name })
    await expect(role('Je participe')).not.toHaveCSS('border-top-width', '0px')
    await page.getByRole('radio', { name: "J'organise" }).check()
    await expect(role("J'organise")).toHaveCSS('border-top-width', '3px')
    await expect(role('Je participe')).toHaveCSS('border-top-width', '1px')
    await enter(page, stage, { person: stage.claire, to: '/organizer/evenements' })
    await expect(page.getByRole('button', { name: /^En cours/, pressed: false })).toHaveCSS('border-top-width', '1px')
    await page.goto(`${stage.origin}/organizer/evenements/${stage.evenementId}/qr`)
    const sheet = (name: string) => page.getByRole('group', { name: 'Sur papier' }).locator('label', { hasText: name })
    await expect(sheet('4 cartes')).toHaveCSS('border-top-width', '3px')
    await expect(sheet('Affiche')).toHaveCSS('border-top-width', '1px')
    await expect(sheet('Affiche').locator('[data-cartes]')).toHaveCSS('forced-color-adjust', 'none')
    await page.goto(`${stage.origin}/organizer/evenements/${stage.evenementId}/medias`)
    // The validated photos are older than those to validate.
    await page.getByRole('main').locator('[data-media]').last().click()
    const decided = page.getByRole('button', { name: 'Validée', pressed: true })
    await expect(decided).toHaveCSS('forced-color-adjust', 'none')
    await expect(decided).toHaveCSS('border-top-width', '1px')
    await expect(page.getByRole('button', { name: 'Rejeter', pressed: false })).toHaveCSS('border-top-width', '1px')
    await page.goto(`${stage.origin}${desk}`)
    const decisions = page.getByRole('region', { name: 'Décision' })
    await expect(decisions.getByRole('button', { name: 'Valider' })).toHaveCSS('border-top-width', '1px')
    await page.goto(`${stage.origin}${desk}?vue=grille`)
    const tile = page.getByRole('main').locator('[data-media]').first()
    await expect(tile).toBeVisible()
    await expect(tile.locator('svg.lucide-check').filter({ visible: true })).toHaveCount(0)
    await tile.click()
    await expect(tile.locator('svg.lucide-check').filter({ visible: true })).toHaveCount(1)
  })
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1, main h2').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function findings(page: Page, device: Device, where: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize(devices[device])
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await colorsAtRest(page)
    // A theme changes only colours: all rules run once, contrast in both themes.
    const violations = await axeViolations(page, { onlyColors: colorScheme === 'dark' })
    found.push(...violations.map(({ id, nodes }) => `${where} ${device} ${colorScheme}: ${id} ${nodes[0]?.html}`))
  }
  return found
}

/** Small phones on which the page can be scrolled sideways. */
async function tooWide(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed > width) found.push(`${where} ${width}: ${needed} wide`)
  }
  return found
}

async function onSmallPhones(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const size of smallPhones) {
    await page.setViewportSize(size)
    const where = `${path} ${size.width}x${size.height}`
    found.push(...(await overflow(page, where)), ...(await covered(page, where)), ...(await crowdedBar(page, where)))
  }
  return found
}

/** Theme colours are animated: a measurement during the transition would be wrong. */
async function colorsAtRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
}
