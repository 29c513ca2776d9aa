// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { encodeFilm, filmFile } from '#tests/support/browserFilm.ts'
import { type ChosenFile, pickOf } from '#src/features/envoi/pick.ts'
import { PickList } from '#src/features/envoi/PickList.tsx'

afterEach(clearScreen)

test('moves the focus to the next chosen file, then to the heading, when one is removed', async () => {
  await showScreen(<Choice />)
  const remove = (place: number) => page.getByRole('button', { name: `Retirer la photo ${place}` })
  await expect.element(remove(2)).toBeVisible()
  await remove(1).click()
  await expect.element(remove(2)).not.toBeInTheDocument()
  await expect.element(remove(1)).toHaveFocus()
  await remove(1).click()
  await expect.element(page.getByRole('heading', { name: 'Ajouter des photos' })).toHaveFocus()
})

test('says how long a video lasts once its preview is drawn, and nothing when the browser cannot play it', async () => {
  const film = new File([await filmFile(await encodeFilm(2))], 'film.mp4', { type: 'video/mp4' })
  const broken = new File(['no video'], 'casse.mp4', { type: 'video/mp4' })
  const picks = [broken, film].map((file) => pickOf(file))
  await showScreen(<PickList picks={picks} onRemove={ignore} onAllegee={ignore} onTrim={ignore} />)
  const row = (place: number) => page.getByRole('listitem').nth(place)
  // The previews are drawn one after the other: that of the broken one was tried first.
  await expect.element(row(1)).toMatchTextContent(/^Vidéo .*, durée 0:02, \d+ ko/)
  await expect.element(row(0)).not.toMatchTextContent(/durée/)
})

const ignore = () => undefined

const choose = (id: string): ChosenFile => {
  const file = new File(['a'], `${id}.jpg`, { type: 'image/jpeg' })
  return { id, file, size: 1, isVideo: false, refus: null, allegee: false }
}

function Choice() {
  const [picks, setPicks] = useState(['a', 'b'].map(choose))
  return (
    <section>
      <h2>Ajouter des photos</h2>
      <PickList
        picks={picks}
        onRemove={(id) => setPicks((before) => before.filter((one) => one.id !== id))}
        onAllegee={() => undefined}
        onTrim={() => undefined}
      />
    </section>
  )
}
