import { phrases } from '#domain/texte/phrases.ts'
import { openPhone } from '#tests/support/phone.ts'
import { mediasOf, openStage } from '#tests/support/stage.ts'
import { openEvenement, signIn } from '#tests/support/steps.ts'
import { writePhotos } from './cameraPhotos.ts'
import type { Row } from './row.ts'

const files = 20
/** One of eight is a small piece: the first ones of a line whose speed is not known yet. */
const most = 1.5

/** Requests of the upload protocol on a fast line, from the press of the button until all photos have arrived. */
export const requestsPerPhoto: Row = {
  what: `requests per photo, ${files} photos of 4 MiB on a fast line`,
  against: 'one request for each',
  goal: `<= ${most}`,
  async measure() {
    const stage = await openStage()
    const phone = await openPhone()
    try {
      const paths = await writePhotos(stage.folder, files)
      await signIn(phone.page, stage, stage.karim)
      await openEvenement(phone.page, stage)
      await phone.page.getByRole('button', { name: phrases.ajouterMedia }).click()
      await phone.page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([...paths])
      await phone.page.getByRole('button', { name: new RegExp(`^Envoyer ${files} `) }).click()
      while ((await mediasOf(stage)).length < files) await phone.page.waitForTimeout(500)
      const sent = stage.network.requests.filter((line) => line.includes('/medias/upload'))
      const methods = Object.entries(Object.groupBy(sent, (line) => line.split(' ')[0] ?? ''))
      return {
        figure: (sent.length / files).toFixed(2),
        detail: methods.map(([method, all = []]) => `${method} ${all.length}`).join(', '),
        isMet: sent.length / files <= most,
      }
    } finally {
      await phone.close()
      await stage.close()
    }
  },
}
