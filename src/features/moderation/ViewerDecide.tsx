import { Check, CircleCheck, Heart, ImageUp, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { FreeReason, ReasonSheet } from './ReasonSheet.tsx'
import type { Act } from './takeDecisions.ts'
import css from './ViewerDecide.module.css'

interface Props {
  /** As it stands with what was decided here; undefined until its row is there. */
  media: Media | undefined
  onAct: (act: Act, media: Media) => void
}

/** What an organiser makes of the media that is shown large; each key says how it stands. */
export function ViewerDecide({ media, onAct }: Props) {
  const [asking, setAsking] = useState<'raisons' | 'libre' | null>(null)
  const isGone = media === undefined || media.statut === 'SUPPRIME'
  const act = (wish: Act) => media && onAct(wish, media)
  const isValide = media?.statut === 'VALIDE'
  const isRejete = media?.statut === 'REJETE'
  const reject = (raison: string) => {
    setAsking(null)
    act({ geste: 'rejeter', raison })
  }
  return (
    <section className={css.viewerDecide} aria-label="Décision">
      <Decide
        disabled={isGone}
        aria-pressed={media?.favori ?? false}
        onClick={() => act({ geste: media?.favori ? 'unfavori' : 'favori' })}
      >
        <Heart />
        <span>Favori</span>
      </Decide>
      <Decide
        disabled={isGone || !isValide}
        title={isValide ? undefined : 'Une couverture est un média validé'}
        aria-pressed={media?.couverture ?? false}
        onClick={() => act({ geste: media?.couverture ? 'sansCouverture' : 'couverture' })}
      >
        <ImageUp />
        <span>Couverture</span>
      </Decide>
      <Decide look={css.decideReject} disabled={isGone} aria-pressed={isRejete} onClick={() => setAsking('raisons')}>
        <X />
        <span>{isRejete ? 'Rejetée' : 'Rejeter'}</span>
      </Decide>
      <Decide
        look={css.decideAccept}
        disabled={isGone}
        aria-pressed={isValide}
        onClick={() => !isValide && act({ geste: 'valider' })}
      >
        {isValide ? <CircleCheck /> : <Check />}
        <span>{isValide ? 'Validée' : 'Valider'}</span>
      </Decide>
      {asking === 'raisons' && (
        <ReasonSheet
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            const raison = raisonsRejet[reason - 1]
            if (raison === undefined) setAsking('libre')
            else reject(raison)
          }}
        />
      )}
      {asking === 'libre' && <FreeReason onClose={() => setAsking(null)} onReason={reject} />}
    </section>
  )
}

function Decide({ look, ...rest }: ComponentProps<'button'> & { look?: string | undefined }) {
  return <button type="button" {...rest} className={classNames(css.decide, look)} />
}
