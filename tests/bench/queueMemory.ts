import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { openPhone } from '#tests/support/phone.ts'
import { highestWhile, rendererOf, residentBytes } from '#tests/support/rendererMemory.ts'
import { openStage } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import { videoBytes } from './phoneVideo.ts'
import type { Row } from './row.ts'

const bytes = 100 * 1024 * 1024

/** Maximum growth of the page's process while a video of 100 MiB is staged. */
export const queueMemory: Row = {
  what: 'memory of the page while queueing a video of 100 MiB',
  against: 'the bytes queued',
  goal: '<= 0.1x',
  async measure() {
    const stage = await openStage()
    const phone = await openPhone()
    try {
      await signIn(phone.page, stage, stage.karim)
      await openEvenement(phone.page, stage)
      await phone.context.setOffline(true)
      const file = join(stage.folder, 'VID_9000.mp4')
      await writeFile(file, videoBytes(bytes))
      await pick(phone.page, file)
      await pause(1000)
      const pid = await rendererOf(phone)
      const rest = await residentBytes(pid)
      const highest = await highestWhile(pid, () => queue(phone.page))
      const ratio = (highest - rest) / bytes
      const detail = `at rest ${mebibytes(rest)} MiB, highest ${mebibytes(highest)} MiB`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 0.1 }
    } finally {
      await phone.close()
      await stage.close()
    }
  },
}

async function pick(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(file)
  await page.getByRole('button', { name: /^Envoyer 1 / }).waitFor()
}

async function queue(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Envoyer 1 / }).click()
  await page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true }).waitFor({ timeout: 120_000 })
}

function mebibytes(size: number): number {
  return Math.round(size / 1024 / 1024)
}
