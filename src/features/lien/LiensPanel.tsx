import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { entreeLabels, type Lien } from '#domain/lien/lien.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { CreateLien } from './CreateLien.tsx'
import { liensQuery } from './lien.queries.ts'
import { LienArrivees } from './LienArrivees.tsx'
import { LienRow } from './LienRow.tsx'
import { LienSheet } from './LienSheet.tsx'
import css from './Lien.module.css'

interface Props {
  evenement: Pick<Evenement, 'id' | 'titre'>
}

/** The links of an own event with their QR codes: create, show, share, print, revoke. */
export function LiensPanel({ evenement }: Props) {
  const query = useQuery(liensQuery(evenement.id))
  const [shown, setShown] = useState<Lien>()
  const isRevoked = query.data?.some(({ id, revoqueLe }) => id === shown?.id && revoqueLe !== null)
  return (
    <section className={css.panel} aria-labelledby="liens">
      <h2 id="liens">QR code et liens</h2>
      <p className="meta">
        {french("Un QR code sur les tables, un lien dans un message : vos invités arrivent droit dans l'événement.")}
      </p>
      <QueryState
        query={query}
        loading={<LiensLoading />}
        errorMessage={refusalOr(query.error, 'Impossible de charger les liens.')}
      >
        {(liens) => (
          <Liens
            living={liens.filter(({ revoqueLe }) => revoqueLe === null)}
            revoked={liens.filter(({ revoqueLe }) => revoqueLe !== null)}
            evenement={evenement}
            onShow={setShown}
          />
        )}
      </QueryState>
      {shown && !isRevoked && <LienSheet lien={shown} evenement={evenement} onClose={() => setShown(undefined)} />}
    </section>
  )
}

/** As tall as one link and the form below it, so that the answer moves nothing. */
function LiensLoading() {
  return (
    <LoadingBox label="Chargement des liens" height="18rem" radius="var(--radius-card)" className={css.panel}>
      <Skeleton height="15rem" radius="var(--radius-card)" />
    </LoadingBox>
  )
}

interface ListProps extends Props {
  living: readonly Lien[]
  revoked: readonly Lien[]
  onShow: (lien: Lien) => void
}

function Liens({ living, revoked, evenement, onShow }: ListProps) {
  return (
    <>
      {living.length === 0 && (
        <EmptyState title="Aucun lien pour le moment" heading="h3">
          Créez-en un, puis imprimez son QR code ou envoyez-le.
        </EmptyState>
      )}
      {living.length > 0 && (
        <ul className={css.liens}>
          {living.map((lien) => (
            <LienRow key={lien.id} lien={lien} evenement={evenement} onShow={() => onShow(lien)} />
          ))}
        </ul>
      )}
      <CreateLien evenementId={evenement.id} onCreated={onShow} isFirst={living.length === 0} />
      {revoked.length > 0 && (
        <details className="fold">
          <summary>Révoqués ({formatNumber(revoked.length)})</summary>
          <ul>
            {revoked.map((lien) => (
              <li key={lien.id} className={classNames(css.revoked, 'meta')}>
                {entreeLabels[lien.entree].label}, créé le {formatShortDayTime(lien.creeLe)}, révoqué le{' '}
                {formatShortDayTime(lien.revoqueLe ?? lien.creeLe)},{' '}
                <LienArrivees evenementId={evenement.id} lien={lien} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
