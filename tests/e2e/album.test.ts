import { readFile } from 'node:fs/promises'
import { axeViolations } from '#tests/support/axe.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { enter, onPhone, onTablet, stageOfFile } from '#tests/support/journey.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { readZip } from '#tests/support/zipReader.ts'

const scene = stageOfFile()
const opener = (page: Page) => page.getByRole('button', { name: "Télécharger l'album" })
const sheetOf = (page: Page) => page.getByRole('dialog', { name: "Télécharger l'album" })

/** The files downloaded by one press of the main button. */
async function taken(page: Page, button: Locator): Promise<{ name: string; files: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')])
  const archive = await readFile(await download.path())
  return { name: download.suggestedFilename(), files: readZip(archive).map(({ name }) => name) }
}

test.describe('on a phone', () => {
  test.use(onPhone)

  test('downloads the album by keyboard, later only new media, and reports the missing network', async ({
    page,
    context,
  }) => {
    const stage = scene()
    await deposer(stage, stage.lea, 2)
    await validateAll(stage)
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
    await opener(page).press('Enter')
    const sheet = sheetOf(page)
    await expect(sheet.getByRole('radio', { name: "Tout l'album" })).toBeChecked()
    await expect(sheet.getByRole('radio', { name: 'Mes médias' })).toHaveAccessibleDescription(/^Rien pour le moment/)
    expect(await axeViolations(page)).toEqual([])
    const all = await taken(page, sheet.getByRole('button', { name: /^Télécharger \(\d+.ko\)$/ }))
    expect(all.name).toMatch(/^Mariage de Camille & Hugo \d{4}-\d\d-\d\d\.zip$/)
    expect(all.files).toHaveLength(2)
    expect(all.files[0]).toMatch(/^\d{4}-\d\d-\d\d \d\dh\d\d Léa Moreau \d{3}\.jpg$/)
    await expect(sheet.getByText('Le téléchargement a commencé.')).toBeVisible()
    await sheet.getByRole('radio', { name: "Tout l'album" }).press('ArrowDown')
    await expect(sheet.getByRole('button', { name: 'Rien à télécharger' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(opener(page)).toBeFocused()

    await deposer(stage, stage.lea, 1)
    await validateAll(stage)
    await opener(page).press('Enter')
    await expect(
      sheet.getByRole('checkbox', { name: /^Nouveautés depuis (?:\d\d:\d\d|le \d+ \S+)\s*1.média/ }),
    ).toBeChecked()
    const news = await taken(page, sheet.getByRole('button', { name: /^Télécharger/ }))
    expect(news.files).toHaveLength(1)
    expect(all.files).not.toContain(news.files[0])

    await context.setOffline(true)
    await expect(sheet.getByText(/^Vous êtes hors ligne/)).toBeVisible()
    await expect(sheet.getByRole('button', { name: /^Télécharger/ })).toBeDisabled()
    await context.setOffline(false)
  })
})

test.describe('on a tablet', () => {
  test.use(onTablet)

  test('lets an organiser choose, and shares the photos to the tablet in batches', async ({ page }) => {
    const stage = scene()
    await deposer(stage, stage.karim, 22)
    // The files passed to the system's share sheet, and whether the user cancels it first.
    await page.addInitScript(() => {
      const given: string[][] = []
      let closes = 1
      Object.assign(window, { given })
      Object.assign(navigator, {
        canShare: () => true,
        share: ({ files = [] }: ShareData) => {
          closes -= 1
          if (closes === 0) return Promise.reject(new DOMException('closed', 'AbortError'))
          given.push(files.map(({ name, size }) => `${name} ${size > 0}`))
          return Promise.resolve()
        },
      })
    })
    await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
    await opener(page).click()
    const sheet = sheetOf(page)
    await sheet.getByText('Tout, même en attente').click()
    await sheet.getByRole('button', { name: 'Enregistrer dans mes photos' }).click()
    const saving = page.getByRole('dialog', { name: 'Enregistrer dans mes photos' })
    const save = saving.getByRole('button', { name: /^Enregistrer 20.médias$/ })
    await expect(save).toBeEnabled()
    await save.click()
    await expect(saving.getByText(/^0 sur/)).toBeVisible()
    await save.click()
    await saving.getByRole('button', { name: /^Enregistrer [2-5].médias$/ }).click()
    await expect(saving.getByText("C'est fait.")).toBeVisible()
    const given = await page.evaluate(() => (window as unknown as { given: string[][] }).given)
    expect(given[0]).toHaveLength(20)
    expect(new Set(given.flat()).size).toBe(given.flat().length)
    expect(given.flat().filter((line) => !/^\d{4}-\d\d-\d\d \d\dh\d\d .+ \d{3}\.jpg true$/.test(line))).toEqual([])
    await saving.getByRole('button', { name: 'Fermer' }).last().click()
    await opener(page).click()
    await sheet.getByText('Tout, même en attente').click()
    await expect(sheet.getByText(/^Vous avez déjà tout pris/)).toBeVisible()
  })
})
