// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MediaCorbeille } from '#domain/media/media.ts'
import { Corbeille } from '#src/features/media/Corbeille.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { setDeviceClock } from '../../deviceClock.ts'

const names = ['Zoé', 'Yann', 'Xavier']
const removed = names.map((prenom, index): MediaCorbeille => ({
  media: unMediaVu(index + 1, { statut: 'SUPPRIME', auteur: { id: index + 1, prenom, nom: 'Lambert' } }),
  statutAvant: 'VALIDE',
  supprimeLe: '2026-06-01T10:00:00.000Z',
  effaceLe: '2026-07-01T10:00:00.000Z',
}))
const restore = (prenom: string) => page.getByRole('button', { name: new RegExp(`^Restaurer.*${prenom} Lambert`) })

afterEach(() => {
  endFakeApi()
  toasts.clear()
})

test('names what cannot be loaded, and says that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ 'GET /frontend/organisateur/evenements/7/corbeille': () => Promise.reject(new TypeError('no network')) })
  await showScreen(<Corbeille evenementId={7} />)
  const message = page.getByRole('alert')
  await expect.element(message.getByText('Impossible de charger la corbeille.')).toBeVisible()
  await expect.element(message.getByText(/^Vous êtes hors ligne/)).toBeVisible()
})

test.each([-1, 1])("names the day of a removal by the server's clock when the device's is %i day off", async (days) => {
  const noon = Date.parse('2026-06-01T12:00:00.000Z')
  setDeviceClock(noon, days)
  fakeApi({ 'GET /frontend/organisateur/evenements/7/corbeille': () => Response.json(removed.slice(0, 1)) })
  await showScreen(<Corbeille evenementId={7} />)
  await expect.element(page.getByText(/supprimée par vous, aujourd'hui à/)).toBeVisible()
  await expect.element(page.getByText('encore 30\u00A0jours')).toBeVisible()
})

test('moves the focus to the next media, then the previous one, then the heading, when one is restored', async () => {
  let left = removed
  const restoring = Object.fromEntries(
    removed.map(({ media }) => [
      `POST /frontend/organisateur/medias/${media.id}/restaurer`,
      () => {
        left = left.filter((one) => one.media.id !== media.id)
        return Response.json(media)
      },
    ]),
  )
  fakeApi({ 'GET /frontend/organisateur/evenements/7/corbeille': () => Response.json(left), ...restoring })
  await showScreen(<Corbeille evenementId={7} />)
  await restore('Yann').click()
  await expect.element(restore('Xavier')).toHaveFocus()
  await restore('Xavier').click()
  await expect.element(restore('Zoé')).toHaveFocus()
  await restore('Zoé').click()
  await expect.element(page.getByRole('heading', { name: 'La corbeille est vide' })).toHaveFocus()
})

test('empties the bin of the media that the question counted, not of those removed elsewhere since', async () => {
  const later = { ...removed[0], media: unMediaVu(9, { statut: 'SUPPRIME' }), supprimeLe: '2026-06-01T10:00:05.000Z' }
  let left: readonly unknown[] = removed
  const wanted: (string | null)[] = []
  fakeApi({
    'GET /frontend/organisateur/evenements/7/corbeille': () => Response.json(left),
    'DELETE /frontend/organisateur/evenements/7/corbeille': (request) => {
      wanted.push(new URL(request.url).searchParams.get('jusqua'))
      left = [later]
      return Response.json({ message: 'Corbeille vidée' })
    },
  })
  await showScreen(<Corbeille evenementId={7} />)
  await page.getByRole('button', { name: 'Vider la corbeille' }).click()
  await expect.element(page.getByText(/Effacer pour de bon 3\sm/)).toBeVisible()
  await page.getByRole('button', { name: 'Tout effacer' }).click()
  await expect.element(restore('Yann')).not.toBeInTheDocument()
  await expect.element(page.getByRole('listitem')).toBeVisible()
  expect(wanted).toEqual(['2026-06-01T10:00:00.000Z'])
})

test('says that the server did not answer when a media could not be restored', async () => {
  fakeApi({
    'GET /frontend/organisateur/evenements/7/corbeille': () => Response.json(removed),
    'POST /frontend/organisateur/medias/2/restaurer': () => Promise.reject(new TypeError('no network')),
  })
  await showScreen(<Corbeille evenementId={7} />)
  await restore('Yann').click()
  await expect
    .poll(() => toasts.shown.get())
    .toMatchObject({ title: 'Le serveur ne répond pas. Vérifiez votre connexion.' })
})
