// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pickOf, type TrimmedFrom } from '#src/features/envoi/pick.ts'
import { TrimSheet } from '#src/features/envoi/TrimSheet.tsx'
import { encodeFilm, filmFile, readFilm } from '#tests/support/browserFilm.ts'

let bytes: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  bytes = await filmFile(await encodeFilm(12), { format: 'mov', padding: 2_000_000 })
})
afterEach(clearScreen)

const onTrimmed = vi.fn<(part: Blob, trimmed: TrimmedFrom) => void>()
const onClose = vi.fn<() => void>()
const result = () => page.getByRole('status')
const keep = () => page.getByRole('button', { name: 'Garder cet extrait' })

async function openSheet(source = new File([bytes], 'IMG_0042.MOV', { type: 'video/quicktime' })) {
  onTrimmed.mockClear()
  onClose.mockClear()
  await showScreen(<TrimSheet pick={pickOf(source)} onTrimmed={onTrimmed} onClose={onClose} />)
  await expect.element(page.getByRole('heading', { name: 'Raccourcir la vidéo' })).toHaveFocus()
  return source
}

/** A file whose packets are not delivered until `deliver` is called; its index is read before. */
function heldFile() {
  const source = new File([bytes], 'IMG_0042.MOV', { type: 'video/quicktime' })
  const delivered = Promise.withResolvers<void>()
  delivered.promise.catch(() => undefined)
  const state = { isHeld: false }
  const slice = source.slice.bind(source)
  source.slice = (...range) => {
    const part = slice(...range)
    const stream = part.stream.bind(part)
    part.stream = () => {
      const hold = new TransformStream({ start: () => (state.isHeld ? delivered.promise : undefined) })
      return stream().pipeThrough(hold)
    }
    return part
  }
  return { source, hold: () => (state.isHeld = true), deliver: delivered.resolve, fail: delivered.reject }
}

test('proposes the longest part that fits, says why a longer one does not, and gives the part', async () => {
  const source = await openSheet()
  // 100 Mo at 10 MB a second.
  await expect.element(result()).toHaveTextContent('Durée : 10 secondes, environ 95 Mo (100 Mo au plus).')
  await userEvent.click(page.getByRole('button', { name: /^Fin : une seconde plus tard/ }))
  await expect
    .element(result())
    .toHaveTextContent("Durée : 11 secondes, 106 Mo : c'est plus que 100 Mo. Raccourcissez encore.")
  await expect.element(page.getByRole('button', { name: 'Extrait trop volumineux' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: /^Début : une seconde plus tard/ }))
  await userEvent.click(page.getByRole('button', { name: /^Début : une seconde plus tard/ }))
  await userEvent.click(page.getByRole('button', { name: /^Début : une seconde plus tard/ }))
  await expect
    .element(result())
    .toHaveTextContent(
      "Durée : 8 secondes, environ 86 Mo (100 Mo au plus).L'extrait commencera 1 seconde plus tôt : sans perte de qualité, la coupe se fait à certaines images.",
    )
  await userEvent.click(keep())
  await expect.poll(() => onTrimmed.mock.calls.length).toBe(1)
  const [part, trimmed] = onTrimmed.mock.calls[0] ?? []
  expect(trimmed).toEqual({ source, begin: 3, end: 11 })
  if (!part) throw new Error('no part')
  expect((await readFilm(part)).tracks[0]?.packets).toHaveLength(45)
})

test.for([390, 820])('keeps its buttons in place while the part changes, at %i px', async (width) => {
  await page.viewport(width, 844)
  await openSheet()
  const later = page.getByRole('button', { name: /^Début : une seconde plus tard/ })
  await expect.element(later).toBeVisible()
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  const top = () => later.element().getBoundingClientRect().top
  const before = top()
  await userEvent.click(later)
  await expect.element(page.getByText(/L'extrait commencera/)).toBeVisible()
  expect(top()).toBe(before)
  await userEvent.click(page.getByRole('button', { name: /^Fin : une seconde plus tard/ }))
  await userEvent.click(page.getByRole('button', { name: /^Fin : une seconde plus tard/ }))
  await expect.element(page.getByText(/Raccourcissez/)).toBeVisible()
  expect(top()).toBe(before)
})

test('shows the moment of the handle that moved, and plays the part', async () => {
  await openSheet()
  const film = () => page.getByLabelText('Aperçu de la vidéo').element() as HTMLVideoElement
  await expect.element(keep()).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: /^Fin : une seconde plus tôt/ }))
  await expect.poll(() => film().currentTime).toBe(9)
  await userEvent.click(page.getByRole('button', { name: /^Début : une seconde plus tard/ }))
  await expect.poll(() => film().currentTime).toBe(1)
  film().muted = true
  // Slowly at first: at full speed the part may end before the button is looked at.
  film().playbackRate = 0.1
  await userEvent.click(page.getByRole('button', { name: "Lire l'extrait" }))
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  film().playbackRate = 8
  // At the end of the part it stops, and returns to the beginning.
  await expect.element(page.getByRole('button', { name: "Lire l'extrait" })).toBeVisible()
  await expect.poll(() => film().currentTime).toBe(1)
})

test('ends a copy that hangs when it is cancelled, and keeps the choice', async () => {
  const { source, hold, deliver } = heldFile()
  await openSheet(source)
  await expect.element(keep()).toBeVisible()
  hold()
  await userEvent.click(keep())
  await expect.element(page.getByRole('progressbar', { name: "Copie de l'extrait" })).toBeVisible()
  await expect.element(page.getByRole('slider', { name: "Début de l'extrait" })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: 'Annuler la copie' }))
  await expect.element(keep()).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  deliver()
  await userEvent.click(keep())
  await expect.poll(() => onTrimmed.mock.calls.length).toBeGreaterThan(0)
  await expect.element(page.getByRole('progressbar', { name: "Copie de l'extrait" })).not.toBeInTheDocument()
  expect(onTrimmed).toHaveBeenCalledOnce()
})

test('says that the copy failed when the video cannot be read any more', async () => {
  const { source, hold, fail } = heldFile()
  await openSheet(source)
  await expect.element(keep()).toBeVisible()
  hold()
  fail(new DOMException('gone', 'NotReadableError'))
  await userEvent.click(keep())
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      "L'extrait n'a pas pu être copié. Votre vidéo n'a pas changé. Réessayez, ou choisissez un autre extrait.",
    )
  await expect.element(keep()).toBeEnabled()
  expect(onTrimmed).not.toHaveBeenCalled()
})

test('says that a video cannot be shortened here when its index is missing', async () => {
  await openSheet(new File([bytes.subarray(0, 5_000_000)], 'IMG_0042.MOV'))
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Cette vidéo ne peut pas être raccourcie ici. Raccourcissez-la dans la galerie de votre téléphone, puis choisissez-la à nouveau.',
    )
  await expect.element(keep()).not.toBeInTheDocument()
})

test('lets the part be chosen when the browser cannot show the video', async () => {
  await openSheet()
  await expect.element(keep()).toBeVisible()
  page.getByLabelText('Aperçu de la vidéo').element().dispatchEvent(new Event('error'))
  await expect.element(page.getByText(/^Ce navigateur n'affiche pas cette vidéo/)).toBeVisible()
  await expect.element(keep()).toBeEnabled()
})
