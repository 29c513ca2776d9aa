import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { typesNotification } from '#domain/notification/notification.ts'
import { notificationPlace } from '#domain/notification/notificationPlace.ts'
import { makeRouter } from '#src/router.tsx'

test.each(['PARTICIPANT', 'ORGANISATEUR'] as const)('leads a notification of a %s to an existing screen', (role) => {
  const router = makeRouter({ queryClient: new QueryClient() })
  for (const type of typesNotification) {
    const place = notificationPlace({ type, evenement_id: 12 }, role)
    expect(place).not.toBeNull()
    const { pathname } = new URL(place ?? '', location.origin)
    expect(router.matchRoutes(pathname, {}).at(-1)?.routeId).not.toBe('__root__')
  }
})
