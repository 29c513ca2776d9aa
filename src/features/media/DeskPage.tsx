import { useQuery } from '@tanstack/react-query'
import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { useTitle } from '#src/ui/page/useTitle.ts'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { BackToEvenement } from './BackToEvenement.tsx'
import { Desk } from './Desk.tsx'
import { galerieQuery } from './media.queries.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  titre: string
}

const none: readonly Media[] = []

/** Validation: a room of its own, without rail. */
export function DeskPage({ evenementId, titre }: Props) {
  const query = useQuery({ ...galerieQuery(evenementId, 'organisateur'), refetchInterval: 30_000 })
  useTitle(`Validation, ${titre}`)
  if (query.data === undefined && query.isError)
    return (
      <>
        <header className={css.deskBar}>
          <BackToEvenement evenementId={evenementId} />
          <h1 className="clip">{titre}</h1>
        </header>
        <ErrorState message={phrases.galerieErreur} onRetry={() => void query.refetch()} />
      </>
    )
  return (
    <QueryState
      query={query}
      errorMessage={refusalOr(query.error, phrases.galerieErreur)}
      loading={
        <Loading label="Chargement des médias à valider" title={titre}>
          <div className={css.desk}>
            <div className={css.deskStage}>
              <Skeleton height="100%" />
            </div>
          </div>
        </Loading>
      }
    >
      {(medias) => <Desk evenementId={evenementId} titre={titre} medias={medias ?? none} />}
    </QueryState>
  )
}
