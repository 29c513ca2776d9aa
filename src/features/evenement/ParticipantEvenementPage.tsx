import { useQuery } from '@tanstack/react-query'
import { Hourglass, Info, ImagePlus, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { canDeposerMedia } from '#domain/permissions/media.permissions.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { isAwaited, QueryState } from '#src/ui/state/QueryState.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { isGone, isRefused, sentenceOr } from '#src/api/apiError.ts'
import { count } from '#src/ui/text/quantities.ts'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { evenementParticipantQuery } from './evenement.queries.ts'
import { canAddMedia, ownStatut } from './ownInscription.ts'
import { ParticipantEvenementHead, ParticipantEvenementLoading } from './ParticipantEvenementHead.tsx'

const [verb = '', ...object] = phrases.ajouterMedia.split(' ')

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
  const now = useServerNow()
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
          const { sansOrganisateur = false } = evenement
          const isOpen = canDeposerMedia({ statutEvenement: evenement.statut, statutInscription })
          const canAdd = canAddMedia(evenement, utilisateurId, now)
          return (
            <>
              <ParticipantEvenementHead
                evenement={evenement}
                actions={
                  (canAdd || statutInscription === 'VALIDE') && (
                    <>
                      {canAdd && <AddButton onClick={() => onAdd(evenement)} />}
                      {statutInscription === 'VALIDE' && album}
                    </>
                  )
                }
              >
                {picked > 0 && canAdd && (
                  <p className="meta">
                    {count(picked, 'fichier choisi, pas encore envoyé', 'fichiers choisis, pas encore envoyés')}
                  </p>
                )}
              </ParticipantEvenementHead>
              {sansOrganisateur && (statutInscription === 'VALIDE' || statutInscription === 'EN_ATTENTE') && (
                <Banner tone="amber" icon={<Info />} title="L'organisateur a supprimé son compte.">
                  {statutInscription === 'EN_ATTENTE'
                    ? 'Votre inscription ne peut plus être validée.'
                    : "L'événement n'accepte plus de médias. Les médias déjà validés restent visibles."}
                </Banner>
              )}
              {!sansOrganisateur && statutInscription === 'EN_ATTENTE' && (
                <Banner
                  tone="amber"
                  icon={<Hourglass />}
                  title="Votre inscription est en attente de validation par l'organisateur."
                >
                  {canAdd
                    ? "Choisissez déjà vos photos : une fois votre inscription validée, elles partiront à l'ouverture de l'application."
                    : phrases.depotReserve}
                </Banner>
              )}
              {!isOpen && (statutInscription === null || statutInscription === 'ANNULE') && (
                <Banner tone="amber" icon={<Info />}>
                  {phrases.depotReserve}
                </Banner>
              )}
              {statutInscription === 'VALIDE' && evenement.statut === 'PLANIFIE' && (
                <Banner tone="blue" icon={<Info />}>
                  {canAdd
                    ? "L'événement n'a pas commencé. Choisissez déjà vos photos : elles partiront à l'ouverture."
                    : "L'événement n'a pas commencé. Vous pourrez préparer vos photos 12 heures avant ; elles partiront à l'ouverture."}
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

/** The event's main action; on a phone it is in the middle of the bottom bar, where only its verb is shown. */
function AddButton({ onClick }: { onClick: () => void }) {
  return (
    // Safari joins the two parts without a space: name the button whole.
    <Button look="primary" reach onClick={onClick} aria-label={phrases.ajouterMedia}>
      <ImagePlus />
      <span>
        {verb}
        <span data-part="button-rest"> {object.join(' ')}</span>
      </span>
    </Button>
  )
}

/**
 * An event that does not exist or is not accessible to this person: the server's sentence, and how to join. A guest joins
 * no second event.
 */
function EvenementFerme({ sentence }: { sentence: string }) {
  const isGuest = useIsGuest()
  return (
    <EmptyState
      title={sentence}
      heading="h1"
      icon={<Lock />}
      action={<ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>}
    >
      {isGuest
        ? "L'organisateur l'a supprimé, ou ce n'est pas l'événement auquel vous participez."
        : "Il n'existe plus, ou il n'est pas ouvert à ce compte. Demandez à l'organisateur de vous inviter à l'adresse de ce compte, ou de vous donner le lien de l'événement."}
    </EmptyState>
  )
}
