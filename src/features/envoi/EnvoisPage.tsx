import { MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useIsGuest } from '#src/api/useSession.ts'
import { uploadQueue, useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { mediaBesides, mediaCount } from '#src/ui/text/mediaWords.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import { CopyList } from './CopyList.tsx'
import { copyLotOf } from './copyLot.ts'
import { LostActions } from './LostActions.tsx'
import { groupsOf } from './queueGroups.ts'
import { runCommand } from './runCommand.ts'
import { Safety } from './Safety.tsx'
import { SendList } from './SendList.tsx'
import { useAjoutMedia } from './useAjoutMedia.tsx'
import css from './Envois.module.css'

const receiptsShown = 5
/** Number of received photos after which the page shows a guest how to keep the access to them. */
const deliveredBeforeHint = 3

interface Props {
  titreOf: (evenementId: number) => string | undefined
  isEvenementGone: (evenementId: number) => boolean
  fuseauOf: (evenementId: number) => string | undefined
  /** Photos of entries of other guests on this device. */
  others: ReactNode
  /** What `others` shows. */
  shownOthers: Parameters<typeof mediaBesides>[1]
  /** Shown once everything was received. */
  offer: ReactNode
}

/** The queue: state of this device, items that need the person, waiting items, received items. */
export function EnvoisPage({ titreOf, isEvenementGone, fuseauOf, others, shownOthers, offer }: Props) {
  const view = useUploadQueue()
  const isGuest = useIsGuest()
  const [showsAll, setShowsAll] = useState(false)
  const { open, sheet } = useAjoutMedia()
  // The title of such an event is not stored on this device.
  const eventOf = (id: number) => titreOf(id) ?? (isEvenementGone(id) ? 'événement supprimé ou quitté' : undefined)
  const onPickAgain = useCallback(
    (id: number) => open({ id, titre: titreOf(id) ?? '', fuseau: fuseauOf(id) }),
    [open, titreOf, fuseauOf],
  )
  const { aVous, choisies, enAttente, recues } = groupsOf(view.items)
  const lot = copyLotOf(view.items)
  const hidden = mediaBesides({ all: view.othersCount, videos: view.othersVideos }, shownOthers)
  const hiddenCount = hidden.photos + hidden.videos
  const isEmpty = aVous.length + choisies.length + enAttente.length + recues.length === 0
  return (
    <Page title="Envois" className={isEmpty ? undefined : css.queue}>
      <div>
        <PageHead title="Envois" />
        {others}
      </div>
      {!view.ready && <LoadingBox label="Chargement de vos envois" height="12rem" radius="var(--radius-card)" />}
      {view.ready && isEmpty && (
        <EmptyState
          title="Aucun envoi"
          action={<ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>}
        >
          Les photos que vous ajoutez passent par ici, même sans réseau, jusqu'à leur reçu.
        </EmptyState>
      )}
      {view.ready && !isEmpty && (
        <>
          <Safety view={view} />
          {isGuest && recues.length >= deliveredBeforeHint && <KeepAccess />}
          {aVous.length + choisies.length + enAttente.length === 0 && offer}
          <div className={css.queueLists}>
            <SendList
              title="À vous de jouer"
              items={aVous}
              titreOf={eventOf}
              onPickAgain={onPickAgain}
              head={<LostActions items={aVous} titreOf={titreOf} onPickAgain={onPickAgain} />}
            />
            {lot && <CopyList lot={lot} />}
            <SendList title="En attente" items={enAttente} titreOf={eventOf} onPickAgain={onPickAgain} />
            <SendList
              title="Reçues"
              total={recues.length}
              items={showsAll ? recues : recues.slice(0, receiptsShown)}
              titreOf={eventOf}
              onPickAgain={onPickAgain}
            >
              {!showsAll && recues.length > receiptsShown && (
                <Button {...rowAction('autres-recus')} look="quiet" onClick={() => setShowsAll(true)}>
                  Voir {count(recues.length - receiptsShown, 'autre reçu', 'autres reçus')}
                </Button>
              )}
            </SendList>
          </div>
        </>
      )}
      {hiddenCount > 0 && (
        <p className="meta">
          {mediaCount(hidden)} d'un autre compte {agree(hiddenCount, 'attend', 'attendent')} aussi sur ce téléphone.
        </p>
      )}
      {view.ready && (
        <p className={css.queueEnd}>
          <Button look="quiet" onClick={() => runCommand(uploadQueue.exportJournal(), [])}>
            Exporter le journal
          </Button>
        </p>
      )}
      {sheet}
    </Page>
  )
}

function KeepAccess() {
  return (
    <Banner
      tone="blue"
      icon={<MonitorSmartphone />}
      title="Gardez l'accès à vos photos"
      action={
        <ButtonLink to="/profil" hash="garder">
          Choisir comment
        </ButtonLink>
      }
    >
      Elles tiennent à cet appareil : une adresse ou un autre appareil suffit.
    </Banner>
  )
}
