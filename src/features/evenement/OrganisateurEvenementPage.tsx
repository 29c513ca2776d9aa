import { useQuery } from '@tanstack/react-query'
import { Images, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { isRefused, refusalOr } from '#src/api/apiError.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { isAwaited, QueryState } from '#src/ui/state/QueryState.tsx'
import { useFailureToast } from '#src/ui/toast/useFailureToast.ts'
import { TabLink, TabLinks } from '#src/ui/tabs/TabLinks.tsx'
import { count } from '#src/ui/text/quantities.ts'
import { evenementOrganisateurQuery } from './evenement.queries.ts'
import { EvenementHead } from './EvenementHead.tsx'
import { EvenementLoading } from './EvenementLoading.tsx'
import { EvenementNumbers } from './EvenementNumbers.tsx'

interface Props {
  id: number
  tab: 'details' | 'medias' | 'invitations' | 'corbeille'
  /** Opens what may be taken home. */
  album: ReactNode
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

/** One own event: its head, then figures, gallery, invitations or bin. */
export function OrganisateurEvenementPage({ id, tab, album, gallery, invitations, corbeille }: Props) {
  const query = useQuery(evenementOrganisateurQuery(id))
  useFailureToast(isRefused(query.error), phrases.evenementRecuperationErreur)
  const params = { id: String(id) }
  return (
    <Page title={query.data?.titre ?? 'Événement'} back="/organizer/evenements" over={isAwaited(query)}>
      <QueryState
        query={query}
        loading={<EvenementLoading />}
        errorMessage={refusalOr(query.error, phrases.evenementDetailsErreur)}
      >
        {(evenement) => {
          const { EN_ATTENTE, VALIDE, REJETE } = evenement.comptes.medias
          return (
            <>
              <EvenementHead evenement={evenement}>
                <div className="actions">
                  <ButtonLink
                    to="/organisateur/evenements/$evenementId/medias"
                    params={{ evenementId: String(id) }}
                    look={EN_ATTENTE > 0 && tab !== 'invitations' ? 'primary' : undefined}
                  >
                    <Images />
                    {EN_ATTENTE > 0 ? `Valider ${count(EN_ATTENTE, 'média', 'médias')}` : phrases.evenementGererMedias}
                  </ButtonLink>
                  <ButtonLink
                    to="/organisateur/evenements/$evenementId/participants"
                    params={{ evenementId: String(id) }}
                  >
                    <UserPlus />
                    Inviter et gérer les participants
                  </ButtonLink>
                  {album}
                </div>
              </EvenementHead>
              <TabLinks label="Événement">
                <TabLink
                  to="/organizer/evenements/$id"
                  params={params}
                  selected={tab === 'details'}
                  resetScroll={false}
                >
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
              <div role="tabpanel" aria-label={tabNames[tab]}>
                {tab === 'details' && <EvenementNumbers evenement={evenement} />}
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
