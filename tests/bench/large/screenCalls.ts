import { measured } from './block.ts'

/** A call that a screen makes, and the person who makes it. */
export interface ScreenCall {
  readonly path: string
  readonly personne: number
}

const { organisateur, participant, administrateur, evenement } = measured

/** The reading calls of the screens of people with three events, and of an administrator. */
export const ownCalls: readonly ScreenCall[] = [
  ...callsOfOrganisateur(organisateur, evenement),
  ...callsOfParticipant(participant, evenement),
  ...callsOfAdministrateur(administrateur),
]

export function callsOfOrganisateur(personne: number, id: number): ScreenCall[] {
  const area = '/frontend/organisateur'
  const paths = [
    `${area}/evenements?inscriptions=comptes`,
    `${area}/evenements/statut/EN_COURS`,
    `${area}/evenements/recherche?keyword=annecy`,
    `${area}/evenements/${id}`,
    `${area}/evenements/${id}/statistiques`,
    `${area}/evenements/${id}/contributeurs`,
    `${area}/evenements/${id}/participants-acceptes`,
    `${area}/evenements/${id}/medias?format=index`,
    `${area}/evenements/${id}/medias?de=1&a=64`,
    `${area}/evenements/${id}/medias?statut=EN_ATTENTE&format=index`,
    `${area}/evenements/${id}/corbeille`,
    `${area}/evenements/${id}/demandes-retrait`,
    `${area}/evenements/${id}/participants`,
    `${area}/evenements/${id}/invitations`,
    `${area}/evenements/${id}/liens`,
    `/evenements/${id}/album`,
    `${area}/evenements/supprimes`,
    `${area}/dashboard`,
    `${area}/dashboard/insight`,
    `${area}/statistiques/globales`,
    `/evenements/${id}/signature`,
    '/organisateur/recompenses',
    '/stripe/plan/limits',
    '/notifications',
  ]
  return paths.map((path) => ({ path, personne }))
}

export function callsOfParticipant(personne: number, id: number): ScreenCall[] {
  const area = '/frontend/participant'
  const paths = [
    `${area}/dashboard`,
    `${area}/dashboard/insight`,
    `${area}/evenements`,
    `${area}/evenements?portee=miens`,
    `${area}/evenements/decouvrir`,
    `${area}/evenements/decouvrir?recherche=annecy`,
    `${area}/evenements/${id}`,
    `${area}/evenements/${id}/medias?format=index`,
    `${area}/evenements/${id}/medias?de=1&a=64`,
    `${area}/medias`,
    `${area}/invitations`,
    `${area}/consentement-rgpd/me/actif`,
    '/inscriptions/me/evenements-inscrits',
    '/notifications',
    '/auth/me',
    '/auth/me/fusions',
    '/auth/appareils',
  ]
  return paths.map((path) => ({ path, personne }))
}

/** Those whose page is full on a small host too. */
export function callsOfAdministrateur(personne: number): ScreenCall[] {
  const paths = [
    '/users/recherche',
    '/users/recherche?role=PARTICIPANT',
    '/users/recherche?recherche=nowhere',
    '/auth/me',
  ]
  return paths.map((path) => ({ path, personne }))
}
