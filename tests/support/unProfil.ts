import type { Profil } from '#domain/utilisateur/profil.ts'

/** The profile of a participant; a new address waits for its confirmation. */
export const unProfil: Profil = {
  id: 1,
  nom: 'Fournier',
  prenom: 'Léa',
  email: 'lea@exemple.fr',
  emailEnAttente: 'nouvelle@exemple.fr',
  emailConfirme: true,
  role: 'PARTICIPANT',
  statutActif: true,
  invite: false,
  dateCreation: '2026-01-01T00:00:00.000Z',
}
