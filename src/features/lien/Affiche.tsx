import { createPortal } from 'react-dom'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { QrCode } from '#src/ui/qrCode/QrCode.tsx'
import { Period } from '#src/ui/text/Period.tsx'
import css from './Affiche.module.css'

interface Props {
  url: string
  evenement: Pick<Evenement, 'titre' | 'dateDebut' | 'dateFin' | 'fuseau' | 'lieu'>
}

/** The printable poster for the tables: hidden on screens, and the only content when it is printed. */
export function Affiche({ url, evenement }: Props) {
  return createPortal(
    <section className={css.affiche} data-part="affiche">
      <p className={css.title} data-length={lengthOf(evenement.titre)}>
        {evenement.titre}
      </p>
      <p>
        <Period from={evenement.dateDebut} to={evenement.dateFin} fuseau={evenement.fuseau} />
      </p>
      <p className={css.place} data-length={lengthOf(evenement.lieu)}>
        {evenement.lieu}
      </p>
      <div className={css.code}>
        <QrCode text={url} />
      </div>
      <p className={css.call}>Scannez pour ajouter vos photos</p>
      <p className={css.address}>{url}</p>
      <Logo />
    </section>,
    document.body,
  )
}

/** Length class that sets the font size. */
function lengthOf(text: string): 'long' | 'longest' | undefined {
  if (text.length > 100) return 'longest'
  return text.length > 40 ? 'long' : undefined
}
