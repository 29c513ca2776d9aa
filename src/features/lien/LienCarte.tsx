import { useQuery } from '@tanstack/react-query'
import { Copy, Printer, QrCode as QrIcon, Share } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { Adresse } from './Adresse.tsx'
import { liensQuery } from './lien.queries.ts'
import { canShareLien, copyLien, shareLien } from './lienPartage.ts'
import { livingLien } from './useEnsureLien.ts'
import css from './LienPret.module.css'

/** The QR code of an event in short: print, share, copy. Without a link, leads to the page that creates it. */
export function LienCarte({ evenement: { id, titre } }: { evenement: Pick<Evenement, 'id' | 'titre'> }) {
  const query = useQuery(liensQuery(id))
  return (
    <QueryState
      query={query}
      loading={
        <Loading label="Chargement du QR code">
          <Skeleton height="12rem" radius="var(--radius-card)" />
        </Loading>
      }
      errorMessage={refusalOr(query.error, 'Impossible de charger les liens.')}
    >
      {(liens) => {
        const lien = livingLien(liens)
        const toQr = { to: '/organizer/evenements/$id/qr', params: { id } } as const
        if (lien === undefined)
          return (
            <ButtonLink {...toQr} wide>
              <QrIcon />
              Créer le QR code des invités
            </ButtonLink>
          )
        return (
          <section className={classNames(css.carte, 'card')} aria-labelledby="qr-carte">
            <QrCode text={lien.url} label={`QR code ${ofName(titre)}`} />
            <h2 id="qr-carte">QR code des invités</h2>
            <p className={css.carteLink}>
              <Adresse lien={lien} />
            </p>
            <div className={css.carteActs}>
              <ButtonLink {...toQr}>
                <Printer />
                Imprimer
              </ButtonLink>
              {canShareLien() && (
                <Button onClick={() => void shareLien({ titre, url: lien.url })}>
                  <Share />
                  Partager
                </Button>
              )}
              <Button onClick={() => void copyLien(lien.url)}>
                <Copy />
                Copier
              </Button>
            </div>
          </section>
        )
      }}
    </QueryState>
  )
}
