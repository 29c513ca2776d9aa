import { openPhone } from '#tests/support/phone.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import { openStage } from '#tests/support/stage.ts'
import { signIn } from '#tests/support/steps.ts'
import type { Row } from './row.ts'

const accounts = 200
const slowdown = 4
const searches = ['nombreu', 'nombre', 'nombreux 1', 'nombreux 12', '']

/** The administrator's search on a slow phone: time from a key to its frame. */
export const accountSearch: Row = {
  what: `search among ${accounts} accounts, processor slowed ${slowdown} times: frame after the key, slowest`,
  against: 'the moment of the key',
  goal: '<= 200 ms',
  async measure() {
    const stage = await openStage()
    const phone = await openPhone()
    try {
      const admin = await unUtilisateur(stage, { role: 'ADMINISTRATEUR' })
      for (let n = 0; n < accounts; n += 1) await unUtilisateur(stage, { prenom: `Invité${n}`, nom: 'Nombreux' })
      const { page } = phone
      await signIn(page, stage, admin)
      await page.goto(`${stage.origin}/admin-settings`)
      await page.getByRole('row').nth(accounts).waitFor({ state: 'attached' })
      const devtools = await phone.context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const took: number[] = []
      for (const text of searches) took.push(await page.evaluate(typeAndWait, text))
      const slowest = Math.max(...took)
      return {
        figure: `${Math.round(slowest)} ms`,
        detail: took.map((ms) => `${Math.round(ms)} ms`).join(', '),
        isMet: slowest <= 200,
      }
    } finally {
      await phone.close()
      await stage.close()
    }
  },
}

/** Types a text into the search, and returns the milliseconds until its frame was drawn. */
async function typeAndWait(text: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!field) throw new Error('no search field')
  const begun = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
  return performance.now() - begun
}
