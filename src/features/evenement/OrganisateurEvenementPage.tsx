import { useQuery } from '@tanstack/react-query'
import { Images, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { isRefused, refusalOr } from '#src/api/apiError.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { IconLink } from '#src/ui/button/IconLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { TabLink, TabLinks } from '#src/ui/tabs/TabLinks.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { evenementOrganisateurQuery } from './evenement.queries.ts'
import { EvenementDetails } from './EvenementDetails.tsx'
import { ModifierButton } from './ModifierButton.tsx'
import { OrganisateurEvenementHead, OrganisateurEvenementLoading } from './OrganisateurEvenementHead.tsx'

interface Props {
  id: number
  tab: 'details' | 'medias' | 'invitations' | 'corbeille'
  /** Opens the album download. */
  album: ReactNode
  /** Opens the message to the participants. */
  prevenir: ReactNode
  /** The QR code of the event, and what waits for the organiser. */
  qr: ReactNode
  attente: ReactNode
  gallery: ReactNode
  invitations: ReactNode
  corbeille: ReactNode
}

const tabNames: Readonly<Record<Props['tab'], string>> = {
  details: 'Détails',
  medias: 'Médias',
  invitations: 'Invitations',
  corbeille: 'Corbeille',
}

const inviter = 'Inviter et gérer les participants'

/** One of the organiser's events: its head, then details, gallery, invitations or bin. */
export function OrganisateurEvenementPage({
  id,
  tab,
  album,
  prevenir,
  qr,
  attente,
  gallery,
  invitations,
  corbeille,
}: Props) {
  const query = useQuery(evenementOrganisateurQuery(id))
  useFailureToast(isRefused(query.error), phrases.evenementRecuperationErreur)
  const isTall = tab === 'details'
  const toInscriptions = {
    to: '/organisateur/evenements/$evenementId/participants',
    params: { evenementId: id },
  } as const
  return (
    <Page title={query.data?.titre ?? 'Événement'} back="/organizer/evenements">
      <QueryState
        query={query}
        loading={<OrganisateurEvenementLoading isTall={isTall} />}
        errorMessage={refusalOr(query.error, phrases.evenementDetailsErreur)}
      >
        {(evenement) => {
          const { EN_ATTENTE } = evenement.comptes.medias
          const acts = (
            <>
              <DeskLink
                evenementId={id}
                waiting={EN_ATTENTE}
                isMain={EN_ATTENTE > 0 && tab !== 'invitations'}
                asIcon={!isTall}
              />
              {isTall ? (
                <ButtonLink {...toInscriptions}>
                  <UserPlus />
                  {inviter}
                </ButtonLink>
              ) : (
                <IconLink {...toInscriptions} name={inviter}>
                  <UserPlus />
                </IconLink>
              )}
              {album}
            </>
          )
          return (
            <>
              <OrganisateurEvenementHead evenement={evenement} isTall={isTall}>
                {!isTall && acts}
                <ModifierButton evenement={evenement} asIcon={!isTall} />
                {prevenir}
              </OrganisateurEvenementHead>
              <EvenementTabs evenement={evenement} tab={tab} />
              <div role="tabpanel" aria-label={tabNames[tab]}>
                {isTall && <EvenementDetails evenement={evenement} acts={acts} qr={qr} attente={attente} />}
                {tab === 'medias' && (
                  <>
                    <h2 className="visually-hidden">Médias</h2>
                    {gallery}
                  </>
                )}
                {tab === 'invitations' && invitations}
                {tab === 'corbeille' && (
                  <>
                    <h2 className="visually-hidden">Corbeille</h2>
                    {corbeille}
                  </>
                )}
              </div>
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

function EvenementTabs({ evenement, tab }: { evenement: EvenementOrganisateur; tab: Props['tab'] }) {
  const { EN_ATTENTE, VALIDE, REJETE } = evenement.comptes.medias
  const params = { id: evenement.id }
  return (
    <TabLinks label="Événement">
      <TabLink to="/organizer/evenements/$id" params={params} selected={tab === 'details'} resetScroll={false}>
        {phrases.evenementDetails}
      </TabLink>
      <TabLink
        to="/organizer/evenements/$id/medias"
        params={params}
        selected={tab === 'medias'}
        count={EN_ATTENTE + VALIDE + REJETE}
        resetScroll={false}
      >
        Médias
      </TabLink>
      <TabLink
        to="/organizer/evenements/$id/invitations"
        params={params}
        selected={tab === 'invitations'}
        resetScroll={false}
      >
        Invitations
      </TabLink>
      <TabLink
        to="/organizer/evenements/$id/corbeille"
        params={params}
        selected={tab === 'corbeille'}
        count={evenement.corbeille}
        resetScroll={false}
      >
        Corbeille
      </TabLink>
    </TabLinks>
  )
}

interface DeskProps {
  evenementId: number
  waiting: number
  isMain: boolean
  /** Icon only, when it is not the main action. */
  asIcon: boolean
}

/** Link to the desk. Not in the middle of a phone's bottom bar, which has "À valider" itself. */
function DeskLink({ evenementId, waiting, isMain, asIcon }: DeskProps) {
  const toDesk = {
    to: '/organisateur/evenements/$evenementId/medias',
    params: { evenementId },
  } as const
  const medias = count(waiting, 'média', 'médias')
  if (asIcon && !isMain)
    return (
      <IconLink {...toDesk} name={waiting > 0 ? `Valider ${medias}` : phrases.evenementGererMedias}>
        <Images />
      </IconLink>
    )
  return (
    <ButtonLink
      {...toDesk}
      look={isMain ? 'primary' : undefined}
      // Safari joins the two parts without a space.
      aria-label={waiting > 0 ? `Valider ${medias}` : undefined}
    >
      <Images />
      {waiting > 0 ? (
        <span>
          Valider<span data-part="button-rest"> {medias}</span>
        </span>
      ) : (
        phrases.evenementGererMedias
      )}
    </ButtonLink>
  )
}
