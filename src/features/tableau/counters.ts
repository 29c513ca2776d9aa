import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import type { Tone } from '#domain/texte/tone.ts'

export interface Counter {
  readonly label: string
  readonly value: number
  readonly to: string
  readonly tone?: Tone
}

/** The four counters of the organiser (specification, section 2), added up over the events. */
export function countersOf(evenements: readonly EvenementOrganisateur[]): readonly Counter[] {
  const sum = (of: (evenement: EvenementOrganisateur) => number) =>
    evenements.reduce((total, evenement) => total + of(evenement), 0)
  const fullest = evenements.toSorted((a, b) => b.comptes.medias.EN_ATTENTE - a.comptes.medias.EN_ATTENTE)[0]
  const list = '/organizer/evenements'
  return [
    { label: 'événements organisés', value: evenements.length, to: list },
    { label: 'participants inscrits', value: sum(({ comptes }) => comptes.inscriptions.VALIDE), to: list },
    {
      label: 'médias en attente',
      value: sum(({ comptes }) => comptes.medias.EN_ATTENTE),
      to: fullest?.comptes.medias.EN_ATTENTE ? `/organisateur/evenements/${fullest.id}/medias` : list,
      tone: 'amber',
    },
    { label: 'médias validés', value: sum(({ comptes }) => comptes.medias.VALIDE), to: list, tone: 'green' },
  ]
}
