import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Flag } from 'lucide-react'
import type { DemandeRetraitRecue } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { Media } from '#domain/media/media.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { useServerNow } from '#src/api/useServerNow.ts'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { formatLasting, formatWhen } from '#src/ui/text/dates.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { count } from '#src/ui/text/quantities.ts'
import { demandesQuery, isHidden, oldestPendingQuery } from './desk.queries.ts'
import { DeskThumb } from './DeskThumb.tsx'
import css from './Attente.module.css'

interface Props {
  evenementId: number
  /** Media that wait for a decision. */
  waiting: number
}

/** What waits for the organiser of one event: the oldest pending media, and the open removal requests. */
export function Attente({ evenementId, waiting }: Props) {
  const oldest = useQuery({ ...oldestPendingQuery(evenementId), enabled: waiting > 0 })
  const demandes = useQuery(demandesQuery(evenementId))
  if (oldest.isLoading || demandes.isLoading) return <LoadingBox label="Chargement de ce qui attend" height="9rem" />
  return (
    <>
      {waiting > 0 && <WaitingMedias evenementId={evenementId} waiting={waiting} medias={oldest.data ?? []} />}
      <Demandes evenementId={evenementId} demandes={demandes.data ?? []} />
    </>
  )
}

function WaitingMedias({ evenementId, waiting, medias }: Props & { medias: readonly Media[] }) {
  const signature = useSignature(evenementId)
  const now = useServerNow()
  const lasting = formatLasting(medias[0]?.dateDepot ?? now, now)
  return (
    <section className={css.todo} aria-labelledby="a-valider">
      <h2 id="a-valider">{count(waiting, 'média à valider', 'médias à valider')}</h2>
      {lasting !== null && <p className="meta">le plus ancien depuis {lasting}</p>}
      <Link
        className={css.oldest}
        to="/organisateur/evenements/$evenementId/medias"
        params={{ evenementId }}
        aria-label="Ouvrir la validation"
      >
        {medias.map((media) => (
          <span key={media.id} style={{ '--ratio': (media.largeur ?? 4) / (media.hauteur ?? 3) }}>
            <DeskThumb item={{ media, statut: media.statut }} signature={signature} />
          </span>
        ))}
      </Link>
    </section>
  )
}

interface DemandesProps extends Pick<Props, 'evenementId'> {
  demandes: readonly DemandeRetraitRecue[]
}

function Demandes({ evenementId, demandes }: DemandesProps) {
  const open = demandes.filter(({ statut }) => statut === 'EN_ATTENTE')
  const fuseau = useFuseau()
  if (open.length === 0) return null
  return (
    <section className={css.demandes} aria-labelledby="retraits">
      <h2 id="retraits">Demandes de retrait</h2>
      <ul>
        {open.map(({ id, mineur, creeLe, demandeur, media }) => (
          <li key={id}>
            <Link
              className={css.demande}
              data-tone={mineur ? 'red' : undefined}
              to="/organisateur/evenements/$evenementId/medias"
              params={{ evenementId }}
              search={{ vue: 'demandes' }}
            >
              <Flag />
              <span>
                <b>{mineur ? minorOn(media) : 'Je suis dessus'}</b>
                <br />
                <span className="small">
                  {demandeur ? nomComplet(demandeur) : 'Compte supprimé'}, {formatWhen(creeLe, fuseau, serverNow())}
                  {isHidden(media) && '. Masquée en attendant votre réponse'}
                </span>
              </span>
              <ChevronRight />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function minorOn({ type }: Media): string {
  return type === 'VIDEO' ? 'Un mineur sur une vidéo' : 'Un mineur sur une photo'
}
