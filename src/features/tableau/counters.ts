import { linkOptions } from '@tanstack/react-router'
import type { InsightOrganisateur, InsightParticipant } from '#domain/dashboard/dashboard.ts'
import type { Figure } from '#src/ui/figures/Figures.tsx'
import { agree } from '#src/ui/text/quantities.ts'

/**
 * The four counters of the organiser (specification, section 2).
 * @param deskId the event with the most waiting media, if any
 */
export function countersOf(insight: InsightOrganisateur, deskId: number | undefined): readonly Figure[] {
  const { totalEvenements, totalParticipants, totalMediasEnAttente, totalMediasValides } = insight
  const list = linkOptions({ to: '/organizer/evenements', search: {} })
  return [
    { label: agree(totalEvenements, 'événement organisé', 'événements organisés'), value: totalEvenements, link: list },
    {
      label: agree(totalParticipants, 'participant inscrit', 'participants inscrits'),
      value: totalParticipants,
      link: list,
    },
    {
      label: agree(totalMediasEnAttente, 'média en attente', 'médias en attente'),
      value: totalMediasEnAttente,
      link: deskId === undefined ? list : deskOf(deskId),
      tone: 'amber',
    },
    {
      label: agree(totalMediasValides, 'média validé', 'médias validés'),
      value: totalMediasValides,
      link: list,
      tone: 'green',
    },
  ]
}

const deskOf = (evenementId: number) =>
  linkOptions({ to: '/organisateur/evenements/$evenementId/medias', params: { evenementId }, search: {} })

/** The three counters of the participant (specification, section 2), each linking to the media it counts. */
export function contributionsOf(insight: InsightParticipant): readonly Figure[] {
  const medias = linkOptions({ to: '/participant/medias', search: {} })
  const { mediasDeposesTotal, mediasValidesTotal, mediasRejetesTotal } = insight
  return [
    { label: agree(mediasDeposesTotal, 'média déposé', 'médias déposés'), value: mediasDeposesTotal, link: medias },
    {
      label: agree(mediasValidesTotal, 'validé', 'validés'),
      value: mediasValidesTotal,
      link: { ...medias, search: { statut: 'VALIDE' } },
      tone: 'green',
    },
    {
      label: agree(mediasRejetesTotal, 'rejeté', 'rejetés'),
      value: mediasRejetesTotal,
      link: { ...medias, search: { statut: 'REJETE' } },
      tone: 'red',
    },
  ]
}

/** The participant's counters while loading. */
export const contributionsToCome = contributionsOf({
  mediasDeposesTotal: 0,
  mediasValidesTotal: 0,
  mediasRejetesTotal: 0,
})
