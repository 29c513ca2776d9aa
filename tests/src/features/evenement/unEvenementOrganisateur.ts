import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'

/** An event of Paris, from 18:00 to 23:00. */
export function unEvenementOrganisateur(more: Partial<EvenementOrganisateur> = {}): EvenementOrganisateur {
  return {
    id: 7,
    titre: 'Les 80 ans',
    description: 'Une fête',
    dateDebut: '2027-06-12T16:00:00.000Z',
    dateFin: '2027-06-12T21:00:00.000Z',
    fuseau: 'Europe/Paris',
    lieu: 'Talloires',
    capaciteMax: 40,
    statut: 'PLANIFIE',
    visibilite: 'PRIVE',
    galeriePour: 'PENDANT',
    createur: { prenom: 'Claire', nom: 'Delmas' },
    createurId: 1,
    couvertureMediaId: null,
    inscriptions: [],
    comptes: {
      inscriptions: { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 0 },
      medias: { EN_ATTENTE: 0, VALIDE: 0, REJETE: 0, SUPPRIME: 0 },
    },
    version: 3,
    corbeille: 0,
    ...more,
  }
}
