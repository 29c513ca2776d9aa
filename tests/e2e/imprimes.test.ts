import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { unEvenement } from '#tests/support/builders.ts'
import { enter, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { readQr } from '#tests/support/qrCode.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

/** A4 in CSS pixels. */
const a4 = { width: 794, height: 1123 }
const affiche = (page: Page) => page.locator('[data-part="affiche"]')
const titres = [
  'Alice',
  'Mariage de Camille et Hugo au Domaine des Tilleuls, à Saumur',
  `${"Assemblée générale extraordinaire et repas dansant de l'Association des anciens élèves du lycée ".repeat(2)}Fin`,
  'M'.repeat(200),
]

for (const cartes of [1, 4, 8] as const)
  // Four cards have more room than eight.
  test(
    `fits titles of 5 to 200 characters on a sheet of ${cartes}, with a QR code that a phone reads`,
    { ...(cartes === 4 && { tag: '@long' }) },
    async ({ page }) => {
      const stage = scene()
      for (const titre of titres) {
        const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre })
        const path = await openQr(page, id)
        await page.getByRole('radio', { name: new RegExp(cartes === 1 ? 'Affiche' : `${cartes} cartes`) }).check({
          force: true,
        })
        await page.getByText('Écrire le Wi-Fi du lieu dessous').click()
        await page.getByLabel('Réseau').fill('Tilleuls Invités')
        await page.getByLabel('Mot de passe').fill('champetre2026')
        await expect(affiche(page)).toHaveAttribute('data-cartes', String(cartes))
        await expect(affiche(page)).toBeHidden()

        await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
        await page.setViewportSize(a4)
        const cards = affiche(page).locator('> *')
        await expect(cards).toHaveCount(cartes)
        await expect(page.locator('#root')).toBeHidden()
        for (const text of [titre, 'Scannez, ajoutez vos photos', 'Tilleuls Invités', 'champetre2026'])
          await expect(cards.last().getByText(text)).toBeVisible()
        await expect(cards.last().getByText(/\/e\/[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
        expect(await affiche(page).evaluate(clipped)).toEqual([])
        expect(await readQr(cards.last().locator('[data-part="qr-code"]'))).toContain(path)
        expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
        await page.emulateMedia({ media: 'screen', colorScheme: null })
        await page.setViewportSize(onPhone.viewport)
      }
    },
  )

test('saves the QR code as PNG and SVG, both readable', async ({ page }) => {
  const stage = scene()
  const { id } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Bal enregistré' })
  const path = await openQr(page, id)
  for (const kind of ['PNG', 'SVG'] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: `Enregistrer le QR code en ${kind}` }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(`eclats-qr-${id}.${kind.toLowerCase()}`)
    const picture = await readFile(await file.path())
    expect((await sharp(picture).metadata()).width).toBeGreaterThan(800)
    expect(await readQr(await sharp(picture).png().toBuffer())).toContain(path)
  }
})

/** Opens the page of an event's QR code. @returns the path in the code */
async function openQr(page: Page, id: number): Promise<string> {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${id}/qr` })
  await expect(page.getByRole('heading', { name: 'Votre QR code est prêt' })).toBeVisible()
  const { code } = await stage.parts.database
    .selectFrom('lienEvenement')
    .select('code')
    .where('evenementId', '=', id)
    .executeTakeFirstOrThrow()
  return `/e/${code}`
}

/** The parts of a sheet whose text or drawing leaves its card, or lies on another part. */
function clipped(sheet: Element): string[] {
  const found: string[] = []
  for (const card of sheet.children) {
    const frame = card.getBoundingClientRect()
    const parts = [...card.children].filter((part) => part.getBoundingClientRect().height > 0)
    for (const [at, part] of parts.entries()) {
      const range = document.createRange()
      range.selectNodeContents(part)
      const box = range.getBoundingClientRect()
      const name = part.textContent.slice(0, 20)
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
        found.push(`outside: ${name}`)
      for (const other of parts.slice(at + 1)) {
        const next = other.getBoundingClientRect()
        const isApart =
          box.bottom <= next.top + 1 ||
          next.bottom <= box.top + 1 ||
          box.right <= next.left + 1 ||
          next.right <= box.left
        if (!isApart) found.push(`over another: ${name}`)
      }
    }
  }
  return found
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
