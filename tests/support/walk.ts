/** Every address of the app that a person may open; null is a visitor. */
export function walk(person: 'karim' | 'claire' | 'admin' | null, evenementId: number): readonly string[] {
  if (person === null)
    return [
      '/',
      '/politique-confidentialite',
      '/nulle-part',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/reset-password?token=inconnu',
      '/restaurer?token=inconnu',
      '/reprendre',
      '/confirmation?token=inconnu',
      '/fusion',
      '/e/inconnu',
    ]
  if (person === 'admin') return ['/', '/profil', '/notifications', '/admin-settings', '/organizer/recompenses']
  if (person === 'karim')
    return [
      '/',
      '/profil',
      '/participant',
      '/participant/evenements',
      `/participant/evenements/${evenementId}`,
      `/participant/evenements/${evenementId}/medias`,
      '/participant/decouvrir',
      '/participant/medias',
      '/participant/envois',
      '/participant/partage',
      '/notifications',
      '/confirmation',
    ]
  return [
    '/',
    '/profil',
    '/organizer',
    '/organizer/evenements',
    `/organizer/evenements/${evenementId}`,
    `/organizer/evenements/${evenementId}/medias`,
    `/organizer/evenements/${evenementId}/invitations`,
    `/organizer/evenements/${evenementId}/corbeille`,
    `/organizer/evenements/${evenementId}/qr`,
    `/organisateur/evenements/${evenementId}/participants`,
    `/organisateur/evenements/${evenementId}/medias`,
    `/organisateur/evenements/${evenementId}/medias?vue=grille`,
    `/organisateur/evenements/${evenementId}/medias?vue=demandes`,
    '/organisateur/evenements/participants',
    '/organizer/recompenses',
    '/dashboard-organisateur/abonnement',
    '/dashboard-organisateur/abonnement?paiement=abandonne',
    '/dashboard-organisateur/abonnement/succes',
    '/notifications',
  ]
}
