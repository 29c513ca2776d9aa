// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dayMs, minuteMs } from '#domain/contract/durations.ts'
import { encodeGalerie } from '#domain/media/galerieIndex.ts'
import { noteServerDate } from '#src/api/serverClock.ts'
import { Gallery } from '#src/features/media/Gallery.tsx'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { uneEntree } from '#tests/support/uneEntree.ts'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

const evening = Date.parse('2026-06-14T21:30:00.000Z')
const toFake = ['Date', 'setInterval', 'clearInterval'] as const

afterEach(() => {
  clearScreen()
  vi.useRealTimers()
  noteServerDate(new Date().toUTCString())
  endFakeApi()
})

/** The gallery of an event in Paris with one photo, taken at 23:20. */
function showGallery() {
  fakeApi({
    'GET /frontend/participant/evenements/7/medias': () =>
      Response.json(encodeGalerie([{ ...uneEntree, minute: evening / minuteMs - 10 }])),
    'GET /evenements/7/signature': () => Response.json({ signature: 's', expire: new Date(0).toISOString() }),
  })
  return showScreen(
    <FuseauContext value="Europe/Paris">
      <Gallery
        evenementId={7}
        utilisateurId={1}
        space="participant"
        view="album"
        filter={{ filtre: 'TOUS' }}
        onFilter={() => undefined}
        openId={undefined}
        onOpen={() => undefined}
      />
    </FuseauContext>,
  )
}

const moment = (name: string) => page.getByRole('heading', { name })

test.for([-1, 1])("names the day of a photo by the server's clock when the phone's is %i day off", async (days) => {
  vi.useFakeTimers({ toFake: [...toFake], now: evening + days * dayMs })
  noteServerDate(new Date(evening).toUTCString())
  await showGallery()
  await expect.element(moment("Aujourd'hui, vers 23\u00A0h")).toBeVisible()
})

test('names the day of a photo anew at midnight in the zone of the event', async () => {
  vi.useFakeTimers({ toFake: [...toFake], now: evening })
  noteServerDate(new Date(evening).toUTCString())
  await showGallery()
  await expect.element(moment("Aujourd'hui, vers 23\u00A0h")).toBeVisible()
  vi.advanceTimersByTime(31 * minuteMs)
  await expect.element(moment('Hier, vers 23\u00A0h')).toBeVisible()
})
