import { useQuery } from '@tanstack/react-query'
import type { Media } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { useTitle } from '#src/ui/page/useTitle.ts'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { Demandes } from './Demandes.tsx'
import { Desk } from './Desk.tsx'
import { DeskBar } from './DeskBar.tsx'
import { demandesQuery, usePending } from './desk.queries.ts'
import { DeskModes } from './DeskModes.tsx'
import type { Vue } from './vues.ts'
import { RefusedDecisions } from './RefusedDecisions.tsx'
import { useDesk } from './useDesk.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  titre: string
  utilisateurId: number
  vue: Vue
}

const none: readonly Media[] = []

/** Moderation desk of an event; a full-screen page without navigation rail. */
export function DeskPage({ evenementId, titre, utilisateurId, vue }: Props) {
  const { list, medias, isWhole } = usePending(evenementId)
  const desk = useDesk(medias ?? none, { evenementId, utilisateurId })
  const demandes = useQuery(demandesQuery(evenementId)).data ?? []
  const waiting = demandes.filter(({ statut }) => statut === 'EN_ATTENTE').length
  const isEmpty = vue === 'grille' ? desk.items.length === 0 : desk.current === undefined
  useTitle(`Validation, ${titre}`)
  const head = (
    <>
      <DeskBar
        evenementId={evenementId}
        titre={titre}
        desk={medias ? desk : null}
        isWhole={isWhole}
        hasFailed={list.isError}
        isDone={isEmpty && vue !== 'demandes'}
      >
        <DeskModes evenementId={evenementId} demandes={waiting} />
      </DeskBar>
      <RefusedDecisions refused={desk.refused} />
    </>
  )
  if (vue === 'demandes')
    return (
      <div className={css.desk}>
        {head}
        <Demandes evenementId={evenementId} />
      </div>
    )
  if (medias)
    return <Desk evenementId={evenementId} vue={vue} desk={desk} isEmpty={isEmpty} demandes={waiting} head={head} />
  const state = (
    <QueryState
      query={list}
      errorMessage={refusalOr(list.error, phrases.galerieErreur)}
      loading={<LoadingBox label="Chargement des médias à valider" title={titre} className={css.desk} />}
    >
      {() => null}
    </QueryState>
  )
  if (!list.isError) return state
  // A full-screen page has no other way back.
  return (
    <div className={css.desk}>
      {head}
      <div className={css.demandes}>{state}</div>
    </div>
  )
}
