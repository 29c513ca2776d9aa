import { Copy, Share } from 'lucide-react'
import { useState } from 'react'
import { entreeLabels, identiteLabels, type Lien } from '#domain/lien/lien.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { Adresse } from './Adresse.tsx'
import { useRevokeLien } from './lien.queries.ts'
import { LienArrivees } from './LienArrivees.tsx'
import { canShareLien, copyLien, shareLien } from './lienPartage.ts'
import css from './Lien.module.css'

interface Props {
  lien: Lien
  evenement: { id: number; titre: string }
  onShow: () => void
}

export function LienRow({ lien, evenement, onShow }: Props) {
  const revoke = useRevokeLien(evenement.id)
  const onlineOnly = useOnlineOnly()
  const [isAsked, setAsked] = useState(false)
  const { label, tone } = entreeLabels[lien.entree]
  const name = typographie(`le lien « ${label} » du ${formatShortDayTime(lien.creeLe)}`)
  const close = () => setAsked(false)
  return (
    <li className={classNames(css.lien, 'card')}>
      <button type="button" className={css.thumb} onClick={onShow} aria-label={`Agrandir le QR code, ${name}`}>
        <QrCode text={lien.url} />
        <span className="small">Agrandir</span>
      </button>
      <div className={css.lienText}>
        <Badge tone={tone}>{label}</Badge>
        <p className={css.url}>
          <Adresse lien={lien} />
        </p>
        <p className="meta">
          {identiteLabels[lien.identite]}, <LienArrivees evenementId={evenement.id} lien={lien} />
        </p>
        <p className="meta">Créé le {formatShortDayTime(lien.creeLe)}</p>
      </div>
      <div className={classNames(css.lienActions, 'actions')}>
        <Button onClick={() => void copyLien(lien.url)} aria-label={`Copier ${name}`}>
          <Copy />
          Copier
        </Button>
        {canShareLien() && (
          <Button
            onClick={() => void shareLien({ titre: evenement.titre, url: lien.url })}
            aria-label={`Partager ${name}`}
          >
            <Share />
            Partager
          </Button>
        )}
        <Button
          {...rowAction('revoquer')}
          look="quiet"
          danger
          {...onlineOnly}
          onClick={() => setAsked(true)}
          aria-label={`Révoquer ${name}`}
        >
          Révoquer
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Révoquer ce lien"
          question="Le lien et son QR code, même imprimé, n'ouvriront plus rien. Les personnes déjà inscrites restent dans l'événement."
          confirm="Révoquer"
          busy={revoke.isPending}
          onCancel={close}
          onConfirm={() => revoke.mutate(lien.id, { onSettled: close })}
        />
      )}
    </li>
  )
}
