// First import: it declares the order of the style layers.
import { showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NotificationsPage } from '#src/features/notification/NotificationsPage.tsx'
import { endFakeApi, fakeApi } from '../../fakeApi.ts'

afterEach(endFakeApi)

const participant = { role: 'PARTICIPANT' } as const

test('moves the focus to the heading when all notifications are marked as read', async () => {
  let lu = false
  const notification = {
    id: 1,
    type: 'MEDIA_VALIDE',
    titre: 'Photo validée',
    message: 'Votre photo est publiée.',
    evenement_id: 7,
    dateCreation: '2026-06-01T10:00:00.000Z',
  }
  fakeApi({
    'GET /notifications': () => Response.json([{ ...notification, lu }]),
    'PUT /notifications/lu': () => {
      lu = true
      return Response.json({ message: 'Notifications lues' })
    },
  })
  await showScreen(<NotificationsPage {...participant} />)
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toHaveFocus()
})
