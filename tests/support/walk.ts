/** Every address of the app that a person may open; null is a visitor. */
export function walk(person: 'karim' | 'claire' | 'admin' | null, evenementId: number): readonly string[] {
  if (person === null) return ['/', '/politique-confidentialite', '/nulle-part', '/login', '/register']
  if (person === 'admin') return ['/', '/profil', '/admin-settings']
  if (person === 'karim')
    return [
      '/',
      '/profil',
      '/participant',
      '/participant/evenements',
      `/participant/evenements/${evenementId}`,
      `/participant/evenements/${evenementId}/medias`,
      '/participant/envois',
    ]
  return [
    '/',
    '/profil',
    '/organizer',
    '/organizer/evenements',
    `/organizer/evenements/${evenementId}`,
    `/organizer/evenements/${evenementId}/medias`,
    `/organizer/evenements/${evenementId}/invitations`,
    `/organisateur/evenements/${evenementId}/participants`,
    `/organisateur/evenements/${evenementId}/medias`,
    '/organisateur/evenements/participants',
  ]
}
