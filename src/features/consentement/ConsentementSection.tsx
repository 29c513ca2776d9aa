import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isConsentementValide, statutConsentementLabels } from '#domain/consentement/consentement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { ConsentementPoints } from './ConsentementPoints.tsx'
import { consentementQuery, useRepondreConsentement, useRevoquer } from './consentement.queries.ts'
import css from './Consentement.module.css'

/** The consent on the profile: its state, and its revocation while it is ACTIF. */
export function ConsentementSection() {
  const query = useQuery(consentementQuery)
  const revoquer = useRevoquer()
  const repondre = useRepondreConsentement()
  const [asked, setAsked] = useState(false)
  return (
    <section className={classNames('card card--padded stack')} aria-labelledby="consentement">
      <QueryState
        query={query}
        errorMessage={phrases.profilChargement}
        loading={
          <Loading label="Chargement du consentement">
            <Skeleton height="12rem" />
          </Loading>
        }
      >
        {(consentement) => (
          <>
            <header className={css.head}>
              <h2 id="consentement">Consentement RGPD</h2>
              {consentement ? (
                <Badge tone={statutConsentementLabels[consentement.statut].tone}>
                  {statutConsentementLabels[consentement.statut].label}
                </Badge>
              ) : (
                <Badge tone="gray">Aucun</Badge>
              )}
            </header>
            <ConsentementPoints />
            {consentement && isConsentementValide(consentement) ? (
              <>
                <p>{phrases.consentementDejaActif}</p>
                <p className="meta">
                  Version {consentement.versionRGPD}, donné le {formatPlainDay(consentement.dateConsentement)}, valable
                  jusqu'au {formatPlainDay(consentement.dateExpiration)}.{' '}
                  <Link to="/politique-confidentialite">Lire la politique</Link>
                </p>
                <div className="actions">
                  <Button onClick={() => setAsked(true)}>Révoquer mon consentement</Button>
                </div>
                {asked && (
                  <ConfirmDialog
                    title="Révoquer mon consentement"
                    question="Vous ne pourrez plus déposer de photos ni voir vos événements tant que vous ne l'aurez pas donné à nouveau. Ce qui est déjà partagé reste en place."
                    confirm="Révoquer"
                    busy={revoquer.isPending}
                    onCancel={() => setAsked(false)}
                    onConfirm={() => revoquer.mutate(consentement.id, { onSettled: () => setAsked(false) })}
                  />
                )}
              </>
            ) : (
              <>
                <p className="meta">
                  <Link to="/politique-confidentialite">Lire la politique</Link>
                </p>
                <div className="actions">
                  <Button busy={repondre.isPending} onClick={() => repondre.mutate(true)}>
                    Donner mon consentement
                  </Button>
                </div>
              </>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
