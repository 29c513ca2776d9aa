import { phrases } from '#domain/texte/phrases.ts'
import { openPhone } from '#tests/support/phone.ts'
import { openStage } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import { writePhotos } from './cameraPhotos.ts'
import type { Row } from './row.ts'

const files = 20
const most = 10
const settleMs = 15_000
const minuteMs = 60_000

/** What a phone without network does with its database while photos wait: it costs battery. */
export const idleQueue: Row = {
  what: `idle: ${files} photos wait without network, the page is open`,
  against: 'a minute',
  goal: `<= ${most} transactions of the database`,
  async measure() {
    const stage = await openStage()
    const phone = await openPhone()
    try {
      const paths = await writePhotos(stage.folder, files)
      await phone.context.addInitScript(countTransactions)
      await signIn(phone.page, stage, stage.karim)
      await openEvenement(phone.page, stage)
      await phone.context.setOffline(true)
      await phone.page.getByRole('button', { name: phrases.ajouterMedia }).click()
      await phone.page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([...paths])
      await phone.page.getByRole('button', { name: new RegExp(`^Envoyer ${files} `) }).click()
      await phone.page.getByText(`${files} fichiers en sécurité sur ce téléphone`, { exact: true }).waitFor()
      await phone.page.waitForTimeout(settleMs)
      const read = () => phone.page.evaluate(() => (globalThis as unknown as Counted).transactions)
      const before = await read()
      await phone.page.waitForTimeout(minuteMs)
      const count = (await read()) - before
      return { figure: String(count), detail: `${before} until all were safe`, isMet: before > 0 && count <= most }
    } finally {
      await phone.close()
      await stage.close()
    }
  },
}

interface Counted {
  transactions: number
}

function countTransactions(): void {
  const counted = globalThis as unknown as Counted
  counted.transactions = 0
  const open = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')?.value as () => IDBTransaction
  IDBDatabase.prototype.transaction = function (...given) {
    counted.transactions += 1
    return Reflect.apply(open, this, given)
  }
}
