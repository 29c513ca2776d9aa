import { useQuery } from '@tanstack/react-query'
import { Hourglass, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { canDeposerMedia } from '#domain/permissions/media.permissions.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { isAwaited, QueryState } from '#src/ui/state/QueryState.tsx'
import { isGone, isRefused, sentenceOr } from '#src/api/apiError.ts'
import { count } from '#src/ui/text/quantities.ts'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { AddButton } from './AddButton.tsx'
import { evenementParticipantQuery } from './evenement.queries.ts'
import { EvenementFerme } from './EvenementFerme.tsx'
import { mayAdd, ownStatut } from './ownInscription.ts'
import { ParticipantEvenementHead } from './ParticipantEvenementHead.tsx'
import { ParticipantEvenementLoading } from './ParticipantEvenementLoading.tsx'

interface Props {
  id: number
  utilisateurId: number
  /** Number of files chosen for this event and not sent yet. */
  picked: number
  onAdd: (evenement: Evenement) => void
  /** Opens the album download. */
  album: ReactNode
  gallery: ReactNode
}

/** One event of a participant: its head, then everyone's photos. */
export function ParticipantEvenementPage({ id, utilisateurId, picked, onAdd, album, gallery }: Props) {
  const query = useQuery(evenementParticipantQuery(id))
  const isClosed = query.data === undefined && isGone(query.error)
  useFailureToast(isRefused(query.error) && !isClosed, phrases.evenementRecuperationErreur)
  if (isClosed)
    return (
      <Page title="Événement" back="/participant/evenements">
        <EvenementFerme sentence={sentenceOr(query.error, phrases.evenementDetailsErreur)} />
      </Page>
    )
  return (
    <Page title={query.data?.titre ?? 'Événement'} back="/participant/evenements" over={isAwaited(query)}>
      <QueryState query={query} loading={<ParticipantEvenementLoading />} errorMessage={phrases.evenementDetailsErreur}>
        {(evenement) => {
          const statutInscription = ownStatut(evenement, utilisateurId)
          const isOpen = canDeposerMedia({ statutEvenement: evenement.statut, statutInscription })
          return (
            <>
              <ParticipantEvenementHead
                evenement={evenement}
                actions={
                  statutInscription === 'VALIDE' && (
                    <>
                      {mayAdd(evenement, utilisateurId) && <AddButton onClick={() => onAdd(evenement)} />}
                      {album}
                    </>
                  )
                }
              >
                {picked > 0 && mayAdd(evenement, utilisateurId) && (
                  <p className="meta">
                    {count(picked, 'fichier choisi, pas encore envoyé', 'fichiers choisis, pas encore envoyés')}
                  </p>
                )}
              </ParticipantEvenementHead>
              {!isOpen && statutInscription === 'EN_ATTENTE' && (
                <Banner
                  tone="amber"
                  icon={<Hourglass />}
                  title="Votre inscription est en attente de validation par l'organisateur."
                >
                  {phrases.depotReserve}
                </Banner>
              )}
              {!isOpen && statutInscription !== 'VALIDE' && statutInscription !== 'EN_ATTENTE' && (
                <Banner tone="amber" icon={<Info />}>
                  {phrases.depotReserve}
                </Banner>
              )}
              {statutInscription === 'VALIDE' && evenement.statut === 'PLANIFIE' && (
                <Banner tone="blue" icon={<Info />}>
                  L'événement n'a pas commencé. Vous pourrez préparer vos photos 12 heures avant ; elles partiront à
                  l'ouverture.
                </Banner>
              )}
              <section aria-labelledby="medias">
                <h2 id="medias" className="visually-hidden">
                  Médias
                </h2>
                {gallery}
              </section>
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}
