/** The viewer of a screen: an account of the demonstration, a new one without data, or a visitor. */
export type Person = 'karim' | 'claire' | 'admin' | null

export interface Screen {
  readonly name: string
  readonly person: Person
  /**
   * `:evenement` is replaced with the first event of the person, `:lien` with the code of a link of the demonstration.
   */
  readonly path: string
}

/** Every route of the app, with a person who may open it. */
export const screens: readonly Screen[] = [
  { name: 'accueil', person: null, path: '/' },
  { name: 'connexion', person: null, path: '/login' },
  { name: 'inscription', person: null, path: '/register' },
  { name: 'mot-de-passe-oublie', person: null, path: '/forgot-password' },
  { name: 'nouveau-mot-de-passe', person: null, path: '/reset-password?token=inconnu' },
  { name: 'lien-manquant', person: null, path: '/reset-password' },
  { name: 'restaurer', person: null, path: '/restaurer?token=inconnu' },
  { name: 'reprendre', person: null, path: '/reprendre' },
  { name: 'fusion', person: null, path: '/fusion' },
  { name: 'lien-inconnu', person: null, path: '/e/inconnu' },
  { name: 'lien', person: null, path: '/e/:lien' },
  { name: 'lien-organisateur', person: 'claire', path: '/e/:lien' },
  { name: 'lien-inscrit', person: 'karim', path: '/e/:lien' },
  { name: 'confidentialite', person: null, path: '/politique-confidentialite' },
  { name: 'introuvable', person: null, path: '/nulle-part' },
  { name: 'participant-tableau', person: 'karim', path: '/participant' },
  { name: 'participant-evenements', person: 'karim', path: '/participant/evenements' },
  { name: 'participant-evenement', person: 'karim', path: '/participant/evenements/:evenement' },
  { name: 'participant-medias', person: 'karim', path: '/participant/evenements/:evenement/medias' },
  { name: 'decouvrir', person: 'karim', path: '/participant/decouvrir' },
  { name: 'envois', person: 'karim', path: '/participant/envois' },
  { name: 'partage', person: 'karim', path: '/participant/partage' },
  { name: 'profil', person: 'karim', path: '/profil' },
  { name: 'organisateur-profil', person: 'claire', path: '/profil' },
  { name: 'notifications', person: 'karim', path: '/notifications' },
  { name: 'organisateur-tableau', person: 'claire', path: '/organizer' },
  { name: 'organisateur-evenements', person: 'claire', path: '/organizer/evenements' },
  { name: 'organisateur-evenement', person: 'claire', path: '/organizer/evenements/:evenement' },
  { name: 'organisateur-corbeille', person: 'claire', path: '/organizer/evenements/:evenement/corbeille' },
  { name: 'organisateur-qr', person: 'claire', path: '/organizer/evenements/:evenement/qr' },
  { name: 'organisateur-invitations', person: 'claire', path: '/organizer/evenements/:evenement/invitations' },
  { name: 'inscriptions', person: 'claire', path: '/organisateur/evenements/:evenement/participants' },
  { name: 'validation', person: 'claire', path: '/organisateur/evenements/:evenement/medias' },
  { name: 'validation-grille', person: 'claire', path: '/organisateur/evenements/:evenement/medias?vue=grille' },
  { name: 'validation-demandes', person: 'claire', path: '/organisateur/evenements/:evenement/medias?vue=demandes' },
  { name: 'administrateur-profil', person: 'admin', path: '/profil' },
  { name: 'recompenses', person: 'claire', path: '/organizer/recompenses' },
  { name: 'abonnement', person: 'claire', path: '/dashboard-organisateur/abonnement' },
  { name: 'abonnement-abandonne', person: 'claire', path: '/dashboard-organisateur/abonnement?paiement=abandonne' },
  { name: 'abonnement-succes', person: 'claire', path: '/dashboard-organisateur/abonnement/succes' },
  { name: 'notifications-organisateur', person: 'claire', path: '/notifications' },
  { name: 'recompenses-administrateur', person: 'admin', path: '/organizer/recompenses' },
  { name: 'administration', person: 'admin', path: '/admin-settings' },
]

/** Phone, tablet, desktop; then a small phone, one with its browser's bars shown, and two in landscape. */
export const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
] as const

export const themes = ['light', 'dark'] as const

/** With data, without data, offline, with a failing server. */
export const situations = ['full', 'empty', 'offline', 'error'] as const
