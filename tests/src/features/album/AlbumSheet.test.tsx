// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LienAlbum, OffreAlbum } from '#domain/album/album.ts'
import { noteAnswer } from '#src/api/reachability.ts'
import { AlbumSheet } from '#src/features/album/AlbumSheet.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'
import { endSharing, fakeSharing } from '../../fakeSharing.ts'

const offre: OffreAlbum = { choix: 'VALIDES', nombre: 3, octets: 3_000_000, absents: 0, nouveautes: null }

afterEach(() => {
  noteAnswer()
  endFakeApi()
  endSharing()
})

test('names what cannot be loaded, and says that the device is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeApi({ 'GET /evenements/7/album': () => Promise.reject(new TypeError('no network')) })
  await showScreen(<AlbumSheet evenementId={7} onClose={() => undefined} />)
  const message = page.getByRole('alert')
  await expect.element(message.getByText("Impossible de charger l'album.")).toBeVisible()
  await expect.element(message.getByText(/^Vous êtes hors ligne/)).toBeVisible()
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

test('says that a media is missing in the album when its file is', async () => {
  const lien = { adresse: '/api/albums/secret', expire: '2026-06-01T18:00:00.000Z', nombre: 2, octets: 2_000_000 }
  fakeApi({
    'GET /evenements/7/album': () => Response.json([offre]),
    'POST /evenements/7/album/liens': () => Response.json({ ...lien, absents: 1, fichiers: null }),
    'GET /albums/secret': () => new Response('P', { status: 206 }),
  })
  const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await showScreen(<AlbumSheet evenementId={7} onClose={() => undefined} />)
  await page.getByRole('button', { name: /^Télécharger/ }).click()
  await expect.element(page.getByText('Le téléchargement a commencé.')).toBeVisible()
  await expect.element(page.getByText(/^1.média n'y est pas.: son fichier manque/)).toBeVisible()
  expect(opened).toHaveBeenCalledOnce()
})

test('shares a lot once when the button is pressed twice', async () => {
  const sharing = fakeSharing()
  const lien: LienAlbum = {
    adresse: '/api/albums/3',
    expire: '2026-06-14T21:00:00.000Z',
    nombre: 1,
    octets: 1,
    absents: 0,
    fichiers: [{ id: 3, nom: 'photo-3.jpg', mime: 'image/jpeg', type: 'IMAGE', taille: 1 }],
  }
  fakeApi({
    'GET /evenements/7/album': () => Response.json([{ ...offre, nombre: 1 }]),
    'POST /evenements/7/album/liens': () => Response.json(lien),
    'GET /medias/3/fichier': () => new Response(new Blob(['x'], { type: 'image/jpeg' })),
    'POST /evenements/7/album/recus': () => Response.json({ message: 'Noté' }),
  })
  await showScreen(<AlbumSheet evenementId={7} onClose={() => undefined} />)
  await page.getByRole('button', { name: 'Enregistrer dans mes photos' }).click()
  await page.getByRole('button', { name: /^Enregistrer 1.média/ }).dblClick()
  await expect.poll(() => sharing.asked).toBe(1)
  expect(page.getByRole('button', { name: 'Réessayer' }).query()).toBeNull()
  sharing.end()
  await expect.element(page.getByText("C'est fait.")).toBeVisible()
})

test('stops the download of a lot when the sheet is left', async () => {
  fakeSharing()
  const fichiers = [{ id: 3, nom: 'photo-3.jpg', mime: 'image/jpeg', type: 'IMAGE', taille: 1 }]
  const lien = { adresse: '/api/albums/3', expire: '2026-06-14T21:00:00.000Z', nombre: 1, octets: 1, absents: 0 }
  const download = Promise.withResolvers<AbortSignal>()
  fakeApi({
    'GET /evenements/7/album': () => Response.json([{ ...offre, nombre: 1 }]),
    'POST /evenements/7/album/liens': () => Response.json({ ...lien, fichiers }),
    'GET /medias/3/fichier': ({ signal }) => {
      download.resolve(signal)
      return new Promise((_, cut) => signal.addEventListener('abort', () => cut(signal.reason as Error)))
    },
  })
  await showScreen(<AlbumSheet evenementId={7} onClose={() => undefined} />)
  await page.getByRole('button', { name: 'Enregistrer dans mes photos' }).click()
  const signal = await download.promise
  clearScreen()
  expect(signal.aborted).toBe(true)
})
