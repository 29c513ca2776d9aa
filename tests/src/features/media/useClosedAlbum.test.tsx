// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeGalerie } from '#domain/media/galerieIndex.ts'
import { galerieIndexQuery } from '#src/features/media/galerie.queries.ts'
import { useClosedAlbum } from '#src/features/media/useClosedAlbum.ts'
import { uneEntree } from '#tests/support/uneEntree.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const minute = 60_000
const end = Date.parse('2026-06-14T21:00:00.000Z')
const evenement = { id: 7, galeriePour: 'APRES', dateFin: new Date(end).toISOString(), fuseau: 'Europe/Paris' } as const

afterEach(() => {
  vi.useRealTimers()
  endFakeApi()
})

function Album() {
  const sentence = useClosedAlbum(evenement)
  const { data } = useQuery(galerieIndexQuery(7, 'participant'))
  return <output>{`${sentence ?? 'open'}, ${data?.length ?? 'no'} photos`}</output>
}
const shown = () => document.querySelector('output')?.textContent

test('loads the gallery again when the album opens while its page is on the screen', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: end - minute })
  fakeApi({
    'GET /frontend/participant/evenements/7/medias': () =>
      Response.json(encodeGalerie(Date.now() < end ? [] : [uneEntree])),
  })
  await showScreen(<Album />)
  await expect.poll(shown).toMatch(/^L'album s'ouvre .*, 0 photos$/)
  vi.advanceTimersByTime(2 * minute)
  await expect.poll(shown).toBe('open, 1 photos')
})
