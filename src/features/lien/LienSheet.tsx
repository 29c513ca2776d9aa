import type { Evenement } from '#domain/evenement/evenement.ts'
import { entreeLabels, type Lien } from '#domain/lien/lien.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { Adresse } from './Adresse.tsx'
import { LienPapier } from './LienPapier.tsx'
import css from './Lien.module.css'

interface Props {
  lien: Lien
  evenement: Pick<Evenement, 'id' | 'titre'>
  onClose: () => void
}

/** The QR code in the largest size; printing prints the poster ({@link Affiche}) instead. */
export function LienSheet({ lien, evenement, onClose }: Props) {
  const { titre } = evenement
  return (
    <Sheet title="Scannez pour ajouter vos photos" width="28rem" onClose={onClose}>
      <div className={css.shown}>
        <div className={css.large}>
          <QrCode text={lien.url} label={`QR code ${ofName(titre)}`} />
        </div>
        <p>
          <b>{titre}</b>
        </p>
        <p className={css.url}>
          <Adresse lien={lien} />
        </p>
        <p className="meta">{entreeLabels[lien.entree].label}</p>
      </div>
      <LienPapier lien={lien} evenement={evenement} />
    </Sheet>
  )
}
