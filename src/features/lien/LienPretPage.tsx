import type { Identite, Lien } from '#domain/lien/lien.ts'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { Adresse } from './Adresse.tsx'
import { LienPapier } from './LienPapier.tsx'
import { useEnsureLien } from './useEnsureLien.ts'
import css from './LienPret.module.css'

interface Props {
  evenementId: number
  /** Undefined until it is loaded. */
  evenement: Pick<Evenement, 'id' | 'titre'> | undefined
}

/** The QR code of a new event: print, copy, share. Creates the event's link when there is none. */
export function LienPretPage({ evenementId, evenement }: Props) {
  const { lien, query, isFailed, isRevoked, retry } = useEnsureLien(evenementId)
  return (
    <Page title="Votre QR code" back={`/organizer/evenements/${evenementId}`}>
      <QueryState
        query={query}
        loading={<PretLoading />}
        errorMessage={refusalOr(query.error, 'Impossible de charger le QR code.')}
      >
        {() => {
          if (isFailed) return <ErrorState message="Impossible de créer le QR code." onRetry={() => void retry()} />
          if (isRevoked)
            return (
              <EmptyState
                heading="h1"
                title="Ce QR code n'ouvre plus rien"
                action={
                  <Button look="primary" onClick={() => void retry()}>
                    Créer un QR code
                  </Button>
                }
              >
                Son lien a été révoqué. Retirez les affiches déjà imprimées.
              </EmptyState>
            )
          return lien && evenement ? <Pret lien={lien} evenement={evenement} /> : <PretLoading />
        }}
      </QueryState>
    </Page>
  )
}

function Pret({ lien, evenement }: { lien: Lien; evenement: Pick<Evenement, 'id' | 'titre'> }) {
  return (
    <div className={css.ready}>
      <div className={css.code}>
        <Burst className={css.burst} />
        <QrCode text={lien.url} label={`QR code ${ofName(evenement.titre)}`} />
        <p className={css.link}>
          <Adresse lien={lien} />
        </p>
      </div>
      <div className={css.text}>
        <h1>Votre QR code est prêt</h1>
        <p className={css.lead}>{french(leads[lien.identite])}</p>
        <LienPapier lien={lien} evenement={evenement} />
        <p className={css.on}>
          <Link to="/organizer/evenements/$id" params={{ id: evenement.id }}>
            Voir l'événement <ArrowRight className="icon--small" />
          </Link>
        </p>
      </div>
    </div>
  )
}

const leads: Record<Identite, string> = {
  PRENOM: 'Posez-le sur les tables : on le scanne, on écrit son prénom, on envoie. Sans compte, sans application.',
  COMPTE: 'Posez-le sur les tables : on le scanne, on envoie ses photos.',
}

function PretLoading() {
  return (
    <Loading label="Préparation de votre QR code">
      <div className={css.ready}>
        <div className={css.code}>
          <Skeleton height="15rem" radius="var(--radius-card)" />
        </div>
        <div className={css.text}>
          <Skeleton width="14rem" height="2rem" />
          <Skeleton height="3rem" />
        </div>
      </div>
    </Loading>
  )
}
