// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OffreAlbum } from '#domain/album/album.ts'
import { noteAnswer } from '#src/api/reachability.ts'
import { AlbumSheet } from '#src/features/album/AlbumSheet.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const offre: OffreAlbum = { choix: 'VALIDES', nombre: 3, octets: 3_000_000, absents: 0, nouveautes: null }

afterEach(() => {
  noteAnswer()
  endFakeApi()
})

test('lets the person try again when the network was cut while the album was requested', async () => {
  fakeApi({
    'GET /evenements/7/album': () => Response.json([offre]),
    'POST /evenements/7/album/liens': () => Promise.reject(new TypeError('offline')),
  })
  await showScreen(<AlbumSheet evenementId={7} onClose={() => undefined} />)
  const download = page.getByRole('button', { name: /^Télécharger/ })
  await download.click()
  await expect
    .element(page.getByRole('alert').getByText('Le serveur ne répond pas. Vérifiez votre connexion.'))
    .toBeVisible()
  expect(page.getByText('Vous êtes hors ligne', { exact: false }).query()).toBeNull()
  await expect.element(download).toBeEnabled()
})
