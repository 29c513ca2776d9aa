import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import type { FiltreMesMedias } from './galleryFilterNames.ts'
import { mesMediasQuery } from './media.queries.ts'
import { GalleryLoading } from './GalleryLoading.tsx'
import { MonMedia } from './MonMedia.tsx'
import css from './MesMedias.module.css'

interface Props {
  utilisateurId: number
  /** From the URL. */
  statut: FiltreMesMedias
  onStatut: (statut: FiltreMesMedias) => void
  evenementOf: (evenementId: number) => { titre: string; fuseau: string } | undefined
  /** Whether the event accepts another photo now. */
  canReplace: (evenementId: number) => boolean
  onReplace: (evenementId: number) => void
  /** Further actions for all media. */
  children?: ReactNode
}

const filtres = ['TOUS', 'EN_ATTENTE', 'VALIDE', 'REJETE'] as const
const labels = { TOUS: 'Tous', EN_ATTENTE: 'En attente', VALIDE: 'Validés', REJETE: 'Rejetés' } as const

/** Media that a participant added to any event, with the decisions about them. */
export function MesMediasPage({
  utilisateurId,
  statut,
  onStatut,
  evenementOf,
  canReplace,
  onReplace,
  children,
}: Props) {
  const query = useQuery(mesMediasQuery)
  return (
    <Page title="Mes médias" back="/participant">
      <PageHead title="Mes médias">{children}</PageHead>
      <QueryState query={query} loading={<GalleryLoading />} errorMessage={phrases.galerieErreur}>
        {(medias) => {
          const shown = ofStatut(medias, statut)
          const options = filtres.map((value) => ({
            value,
            label: labels[value],
            count: ofStatut(medias, value).length,
          }))
          return (
            <>
              {medias.length === 0 ? (
                <EmptyState
                  title="Vous n'avez encore rien déposé"
                  action={<ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>}
                />
              ) : (
                <Chips label="Statut" value={statut} options={options} onChange={onStatut} />
              )}
              {medias.length > 0 && shown.length === 0 && (
                <NoMatch title="Aucun média avec ce statut" onClear={() => onStatut('TOUS')} />
              )}
              <ul className={css.mine}>
                {shown.map((media) => (
                  <MonMedia
                    key={media.id}
                    media={media}
                    utilisateurId={utilisateurId}
                    titre={evenementOf(media.evenement_id)?.titre}
                    fuseau={evenementOf(media.evenement_id)?.fuseau}
                  >
                    {media.statut === 'REJETE' && canReplace(media.evenement_id) && (
                      <Button onClick={() => onReplace(media.evenement_id)}>
                        <ImagePlus />
                        Remplacer
                      </Button>
                    )}
                  </MonMedia>
                ))}
              </ul>
            </>
          )
        }}
      </QueryState>
    </Page>
  )
}

function ofStatut(medias: readonly Media[], statut: FiltreMesMedias): readonly Media[] {
  return statut === 'TOUS' ? medias : medias.filter((media) => media.statut === statut)
}
