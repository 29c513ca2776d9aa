import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { corbeilleDays, type MediaCorbeille, typeMediaLabels } from '#domain/media/media.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { formatDayName, formatEventTime } from '#src/ui/text/dates.ts'
import { daysLeft } from '#src/ui/text/daysLeft.ts'
import { french } from '#src/ui/text/french.ts'
import { count } from '#src/ui/text/quantities.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { MediaImage } from './MediaImage.tsx'
import { corbeilleQuery, useCorbeille } from './corbeille.queries.ts'
import css from './Corbeille.module.css'

/** Media that the organiser removed from an event in the last 30 days, each with a button to restore it. */
export function Corbeille({ evenementId }: { evenementId: number }) {
  const query = useQuery(corbeilleQuery(evenementId))
  const { restore, empty } = useCorbeille(evenementId)
  const signature = useSignature(evenementId, (query.data?.length ?? 0) > 0)
  /** The media that the question is about: others may be put into the bin while it is open. */
  const [asked, setAsked] = useState<readonly MediaCorbeille[]>([])
  const close = () => setAsked([])
  const [now] = useState(serverNow)
  return (
    <QueryState
      query={query}
      loading={
        <LoadingBox
          label="Chargement de la corbeille"
          className={css.binWait}
          rows={4}
          height="7rem"
          radius="var(--radius-control)"
        />
      }
      errorMessage={refusalOr(query.error, 'Impossible de charger la corbeille.')}
    >
      {(medias) =>
        medias.length === 0 ? (
          <EmptyState title="La corbeille est vide" icon={<Trash2 />}>
            {french(`Un média que vous supprimez reste ici ${corbeilleDays} jours, d'où vous pouvez le restaurer.`)}
          </EmptyState>
        ) : (
          <div className={css.bin}>
            <Banner tone="gray" icon={<ArchiveRestore />}>
              {`Ces médias ne sont plus dans aucun album ni aucun compte. Chacun s'efface pour de bon à la fin de ses ${corbeilleDays} jours. Ce qu'une personne a demandé de retirer n'est pas ici : c'est déjà effacé.`}
            </Banner>
            <ul className={css.binList}>
              {medias.map((one) => (
                <Row
                  key={one.media.id}
                  removed={one}
                  now={now}
                  signature={signature}
                  isBusy={restore.isPending && restore.variables === one.media.id}
                  onRestore={() => restore.mutate(one.media.id)}
                />
              ))}
            </ul>
            <Button look="quiet" danger onClick={() => setAsked(medias)}>
              <Trash2 />
              Vider la corbeille
            </Button>
            {asked[0] && (
              <ConfirmDialog
                title="Vider la corbeille"
                question={`Effacer pour de bon ${count(asked.length, 'média', 'médias')} ? Cette action est irréversible.`}
                confirm="Tout effacer"
                busy={empty.isPending}
                onCancel={close}
                onConfirm={() => empty.mutate(latestOf(asked), { onSettled: close })}
              />
            )}
          </div>
        )
      }
    </QueryState>
  )
}

/** When the last of them was removed. */
function latestOf(medias: readonly MediaCorbeille[]): string {
  return (
    medias
      .map(({ supprimeLe }) => supprimeLe)
      .toSorted()
      .at(-1) ?? ''
  )
}

interface RowProps {
  removed: MediaCorbeille
  /** Milliseconds since 1970. */
  now: number
  signature: string | undefined
  isBusy: boolean
  onRestore: () => void
}

function Row({ removed: { media, supprimeLe, effaceLe }, now, signature, isBusy, onRestore }: RowProps) {
  const name = `${typeMediaLabels[media.type]} ${ofName(nomComplet(media.auteur))}`
  const fuseau = useFuseau()
  const left = daysLeft(effaceLe, now, corbeilleDays)
  return (
    <li className={css.binRow}>
      <div className={css.binPhoto}>
        <MediaImage media={media} variant="thumbnail" signature={signature} alt={name} fit="contain" />
      </div>
      <p>
        <b>{name}</b>
        <br />
        <span className="small muted">
          supprimée par vous, {formatDayName(supprimeLe, now, fuseau).toLowerCase()} à{' '}
          {formatEventTime(supprimeLe, fuseau)}
        </span>
        <br />
        <Badge tone={left <= 1 ? 'red' : 'gray'}>encore {count(left, 'jour', 'jours')}</Badge>
      </p>
      <Button
        {...rowAction('restaurer')}
        busy={isBusy}
        onClick={onRestore}
        aria-label={typographie(`Restaurer : ${name}`)}
      >
        <ArchiveRestore />
        Restaurer
      </Button>
    </li>
  )
}
