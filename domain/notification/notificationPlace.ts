import type { Notification } from '#domain/notification/notification.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

type About = Pick<Notification, 'type' | 'evenement_id'> & Partial<Pick<Notification, 'media_id'>>

/** The screen that notifications of one event open: what they are all about, else the event, else the notifications. */
export function placeOfNotifications(notifications: readonly About[], role: Role): string {
  // One photo is opened; several lead to the album that holds them.
  const about = notifications.length === 1 ? notifications : notifications.map((one) => ({ ...one, media_id: null }))
  const places = new Set(about.map((one) => notificationPlace(one, role)))
  const [first = null] = places
  const evenement_id = notifications[0]?.evenement_id ?? null
  const common = places.size === 1 ? first : notificationPlace({ type: 'EVENEMENT', evenement_id }, role)
  return common ?? '/notifications'
}

/** The screen that a notification is about, for this role; null when its target no longer exists. */
export function notificationPlace({ type, evenement_id: id, media_id = null }: About, role: Role): string | null {
  if (type === 'CONSENTEMENT') return '/profil'
  if (role === 'ORGANISATEUR') {
    if (id === null) return null
    if (type === 'INSCRIPTION') return `/organisateur/evenements/${id}/participants`
    if (type === 'INVITATION') return `/organizer/evenements/${id}/invitations`
    return type === 'RETRAIT' ? `/organisateur/evenements/${id}/medias?vue=demandes` : `/organizer/evenements/${id}`
  }
  if (role !== 'PARTICIPANT') return null
  if (type === 'INVITATION') return '/participant/evenements'
  if (type === 'RECOMPENSE') return '/participant'
  if (id === null) return null
  const isAboutMedia = type.startsWith('MEDIA_') || type === 'RETRAIT'
  if (!isAboutMedia) return `/participant/evenements/${id}`
  return `/participant/evenements/${id}/medias${media_id === null ? '' : `?media=${media_id}`}`
}
