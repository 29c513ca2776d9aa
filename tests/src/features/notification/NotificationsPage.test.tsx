// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { minuteMs } from '#domain/contract/durations.ts'
import { noteAnswer, noteNoAnswer } from '#src/api/reachability.ts'
import { NotificationsPage } from '#src/features/notification/NotificationsPage.tsx'
import { endFakeApi, fakeApi, refusal } from '../../fakeApi.ts'
import { setDeviceClock } from '../../deviceClock.ts'

afterEach(endFakeApi)

const participant = { role: 'PARTICIPANT' } as const
const published = {
  id: 1,
  type: 'MEDIA_VALIDE',
  titre: 'Photo validée',
  message: 'Votre photo est publiée.',
  evenement_id: 7,
  dateCreation: '2026-06-01T10:00:00.000Z',
}

test('moves the focus to the heading when all notifications are marked as read', async () => {
  let lu = false
  fakeApi({
    'GET /notifications': () => Response.json([{ ...published, lu }]),
    'PUT /notifications/lu': () => {
      lu = true
      return Response.json({ message: 'Notifications lues' })
    },
  })
  await showScreen(<NotificationsPage {...participant} />)
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toHaveFocus()
})

test('marks the notifications of one row as read one call after the other', async () => {
  const first = Promise.withResolvers<Response>()
  const notification = (id: number, lu: boolean) => ({
    id,
    type: 'MEDIA_VALIDE',
    titre: 'Photo validée',
    message: 'Votre photo est publiée.',
    evenement_id: null,
    dateCreation: '2026-06-01T10:00:00.000Z',
    lu,
  })
  const calls = fakeApi({
    'GET /notifications': () => Response.json([1, 2, 3].map((id) => notification(id, false))),
    'PUT /notifications/1/lu': () => first.promise,
    'PUT /notifications/2/lu': () => Response.json(notification(2, true)),
    'PUT /notifications/3/lu': () => Response.json(notification(3, true)),
  })
  const marking = () => calls.filter((call) => call.startsWith('PUT'))
  await showScreen(<NotificationsPage {...participant} />)
  await page.getByRole('button', { name: /Non lue/ }).click()
  await expect.poll(marking).toEqual(['PUT /notifications/1/lu'])
  first.resolve(Response.json(notification(1, true)))
  await expect.poll(marking).toEqual(['PUT /notifications/1/lu', 'PUT /notifications/2/lu', 'PUT /notifications/3/lu'])
})

test('moves the focus to the next row without a page, then to the heading, when one is marked as read', async () => {
  let all = [1, 2].map((id) => ({
    id,
    type: 'EVENEMENT',
    titre: `Bal ${id}`,
    message: "L'organisateur a supprimé cet événement.",
    evenement_id: null,
    dateCreation: '2026-06-01T10:00:00.000Z',
    lu: false,
  }))
  const read = (id: number) => () => {
    all = all.map((one) => (one.id === id ? { ...one, lu: true } : one))
    return Response.json({ message: 'Notification lue' })
  }
  fakeApi({
    'GET /notifications': () => Response.json(all),
    'PUT /notifications/1/lu': read(1),
    'PUT /notifications/2/lu': read(2),
  })
  await showScreen(<NotificationsPage {...participant} />)
  const row = (id: number) => page.getByRole('button', { name: new RegExp(`Bal ${id}`) })
  await row(1).click()
  await expect.element(row(2)).toHaveFocus()
  await row(2).click()
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
})

test('keeps the place of a picture while its signature is loading, until it is refused', async () => {
  const answer = Promise.withResolvers<Response>()
  const notification = {
    type: 'MEDIA_VALIDE',
    message: 'Votre photo est publiée.',
    dateCreation: '2026-06-01T10:00:00.000Z',
    lu: false,
  }
  fakeApi({
    'GET /notifications': () =>
      Response.json([
        { ...notification, id: 1, titre: 'Photo validée', evenement_id: 7, media_id: 5 },
        { ...notification, id: 2, titre: 'Photo publiée', evenement_id: 8 },
      ]),
    'GET /evenements/7/signature': () => answer.promise,
  })
  await showScreen(<NotificationsPage {...participant} />)
  const heightOf = (name: RegExp) => page.getByRole('link', { name }).element().getBoundingClientRect().height
  const place = () => heightOf(/Photo validée/) - heightOf(/Photo publiée/)
  await expect.element(page.getByRole('link', { name: /Photo publiée/ })).toBeVisible()
  expect(place()).toBeGreaterThan(40)
  answer.resolve(refusal(403, 'evenement.acces', 'Refusé'))
  await expect.poll(place).toBeLessThan(8)
})

test('loads the picture of a notification again when the host is reached', async () => {
  const failed: string[] = []
  const note = ({ target }: Event) => target instanceof HTMLImageElement && failed.push(new URL(target.src).pathname)
  document.addEventListener('error', note, { capture: true })
  const notification = {
    id: 1,
    type: 'MEDIA_VALIDE',
    titre: 'Photo validée',
    message: 'Votre photo est publiée.',
    evenement_id: 7,
    media_id: 5,
    dateCreation: '2026-06-01T10:00:00.000Z',
    lu: false,
  }
  fakeApi({
    'GET /notifications': () => Response.json([notification]),
    'GET /evenements/7/signature': () => Response.json({ signature: 'signed', expire: '2100-01-01T00:00:00.000Z' }),
  })
  await showScreen(<NotificationsPage {...participant} />)
  const picture = '/api/medias/5/fichier'
  await expect.poll(() => failed).toEqual([picture])
  await expect.poll(() => document.querySelector('img')).toBeNull()
  noteNoAnswer()
  await expect.poll(() => failed).toEqual([picture, picture])
  await expect.poll(() => document.querySelector('img')).toBeNull()
  noteAnswer()
  await expect.poll(() => failed).toEqual([picture, picture, picture])
  document.removeEventListener('error', note, { capture: true })
})

test.each([-1, 1])(
  "names the day and the time since by the server's clock when the phone's is %i day off",
  async (days) => {
    const noon = Date.parse('2026-06-14T12:00:00.000Z')
    setDeviceClock(noon, days)
    const notification = { ...published, lu: true, dateCreation: new Date(noon - 5 * minuteMs).toISOString() }
    fakeApi({ 'GET /notifications': () => Response.json([notification]) })
    await showScreen(<NotificationsPage {...participant} />)
    await expect.element(page.getByRole('heading', { level: 2, name: "Aujourd'hui" })).toBeVisible()
    await expect.element(page.getByText('Il y a 5\u00A0min')).toBeVisible()
  },
)

test('shows every line of a long message', async () => {
  const message = Array.from({ length: 30 }, (_, at) => `Ligne ${at + 1}`).join('\n')
  fakeApi({ 'GET /notifications': () => Response.json([{ ...published, message, lu: true }]) })
  await showScreen(<NotificationsPage {...participant} />)
  const shown = page.getByText(/Ligne 30/)
  await expect.element(shown).toBeVisible()
  const { clientHeight, scrollHeight } = shown.element()
  expect(clientHeight).toBe(scrollHeight)
})
