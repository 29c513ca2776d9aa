import { Check, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DemandeRetraitRecue } from '#domain/demandeRetrait/demandeRetrait.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { formatWhen, zoneSuffix } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { isHidden, type Reponse, useRepondre } from './desk.queries.ts'
import { deskName } from './deskItems.ts'
import { DeskThumb } from './DeskThumb.tsx'
import css from './Demandes.module.css'

interface Props {
  demande: DemandeRetraitRecue
  evenementId: number
  signature: string | undefined
}

const shownWords = { refuse: "Garder dans l'album", refused: "Gardé dans l'album", accept: 'Retirer le média' }
/** The media is in the bin or rejected for another reason: a refusal does not keep it in the album. */
const awayWords = { refuse: 'Refuser la demande', refused: 'Demande refusée', accept: 'Retirer définitivement' }

/** One removal request: the media, who asks and why, and the organiser's answer. */
export function DemandeCard({ demande, evenementId, signature }: Props) {
  const { id, media, demandeur, motif, mineur, statut, creeLe, decideLe } = demande
  const repondre = useRepondre(evenementId)
  const fuseau = useFuseau()
  const [asks, setAsks] = useState(false)
  const isOpen = statut === 'EN_ATTENTE'
  const hidden = isHidden(media)
  const now = serverNow()
  const isRemoved = media.statut === 'SUPPRIME'
  const isAway = isRemoved || (media.statut === 'REJETE' && !hidden)
  const words = isAway ? awayWords : shownWords
  const answer = (reponse: Reponse) => repondre.mutate({ id, reponse }, { onSettled: () => setAsks(false) })
  const who = demandeur ? nomComplet(demandeur) : 'Une personne dont le compte est supprimé'
  return (
    <article className={css.card} aria-labelledby={`demande-${id}`}>
      <div className={css.picture}>
        <DeskThumb item={{ media, statut: 'EN_ATTENTE' }} signature={statut === 'ACCEPTEE' ? undefined : signature} />
      </div>
      <div className={css.words}>
        <h3 id={`demande-${id}`}>{who}</h3>
        {mineur && (
          <Badge tone="red">{media.type === 'VIDEO' ? 'Un mineur sur la vidéo' : 'Un mineur sur la photo'}</Badge>
        )}
        {motif !== '' && <blockquote>{motif}</blockquote>}
        <p className="small muted">
          {french(
            `${deskName(media, fuseau)}. Demande reçue ${formatWhen(creeLe, fuseau, now)}${zoneSuffix(creeLe, fuseau)}.`,
          )}
        </p>
        {isOpen && hidden && <Badge tone="amber">Masqué pour l'instant</Badge>}
        {isOpen && isAway && <Badge tone="gray">{isRemoved ? "Déjà retiré de l'album" : 'Déjà rejeté'}</Badge>}
        {!isOpen && (
          <Badge tone={statut === 'ACCEPTEE' ? 'red' : 'green'}>
            {`${statut === 'ACCEPTEE' ? 'Média retiré' : words.refused} ${formatWhen(decideLe ?? creeLe, fuseau, now)}`}
          </Badge>
        )}
      </div>
      {isOpen && (
        <div className={css.answers}>
          {!hidden && !isAway && (
            <Button {...rowAction('masquer', 'garder')} busy={repondre.isPending} onClick={() => answer('masquer')}>
              <EyeOff />
              Masquer tout de suite
            </Button>
          )}
          <Button {...rowAction('garder')} busy={repondre.isPending} onClick={() => answer('REFUSEE')}>
            <Check />
            {words.refuse}
          </Button>
          <Button {...rowAction('retirer')} look="quiet" danger onClick={() => setAsks(true)}>
            <Trash2 />
            {words.accept}
          </Button>
        </div>
      )}
      {asks && (
        <ConfirmDialog
          title="Retirer ce média"
          question={questionOf(demandeur)}
          confirm="Retirer"
          busy={repondre.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() => answer('ACCEPTEE')}
        />
      )}
    </article>
  )
}

function questionOf(demandeur: DemandeRetraitRecue['demandeur']): string {
  const told = demandeur ? ` et ${nomComplet(demandeur)} en reçoit la nouvelle` : ''
  return `Le média est supprimé pour tout le monde${told}. Cette action est irréversible.`
}
