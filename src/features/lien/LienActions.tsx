import { Copy, Printer, Share } from 'lucide-react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { Lien } from '#domain/lien/lien.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Affiche } from './Affiche.tsx'
import { canShareLien, copyLien, shareLien } from './lienPartage.ts'
import css from './Lien.module.css'

interface Props {
  lien: Lien
  evenement: Pick<Evenement, 'titre' | 'dateDebut' | 'dateFin' | 'fuseau' | 'lieu'>
}

/** Prints the poster of a link, copies the link, shares it. */
export function LienActions({ lien, evenement }: Props) {
  return (
    <div className={css.sheetActions}>
      <Button look="primary" onClick={() => window.print()}>
        <Printer />
        Imprimer
      </Button>
      <Button onClick={() => void copyLien(lien.url)}>
        <Copy />
        Copier le lien
      </Button>
      {canShareLien() && (
        <Button onClick={() => void shareLien({ titre: evenement.titre, url: lien.url })}>
          <Share />
          Partager
        </Button>
      )}
      <Affiche url={lien.url} evenement={evenement} />
    </div>
  )
}
