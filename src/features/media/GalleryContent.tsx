import { useEffect, useMemo, useRef, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { useServerDay } from '#src/api/useServerNow.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { zoneSuffix } from '#src/ui/text/dates.ts'
import { filtered } from './galleryFilter.ts'
import type { GalleryProps } from './galleryProps.ts'
import { GalleryFilters } from './GalleryFilters.tsx'
import { GalleryGrid } from './GalleryGrid.tsx'
import { withQueued } from './queued.ts'
import { useDecidedEntrees } from './useDecidedEntrees.ts'
import { useLastOpened } from './useLastOpened.ts'
import { type Place, useOpenMedia } from './useOpenMedia.ts'
import { useQueued } from './useQueued.ts'
import { useScrollIntoView } from './useScrollIntoView.ts'
import { useViewerOrder } from './useViewerOrder.ts'
import { Viewer } from './Viewer.tsx'
import css from './Gallery.module.css'

interface Props extends GalleryProps, Pick<Place, 'reload'> {
  entrees: readonly EntreeGalerie[]
  /** When the server was asked for them, milliseconds since 1970. */
  requestedAt: number
}

/** The media of a gallery that has been loaded: filters, grid, and the viewer when one is open. */
export function GalleryContent({ filter, onFilter, openId, otherView, empty, decision, reload, ...rest }: Props) {
  const entrees = useDecidedEntrees(rest, { openId, isDeciding: decision !== undefined })
  const { evenementId, utilisateurId, space, view, comesIntoView = false, requestedAt } = rest
  const [openedAt] = useState(Date.now)
  const queued = useQueued({ evenementId, utilisateurId, entrees, requestedAt }, openedAt)
  const isEmpty = entrees.length === 0 && queued.entrees.length === 0
  const signature = useSignature(evenementId, entrees.length > 0)
  const { filtre, auteur, jour } = filter
  const fuseau = useFuseau()
  const now = useServerDay(fuseau)
  const zone = zoneSuffix(now, fuseau).slice(2)
  const shown = useMemo(
    () => filtered(entrees, { filtre, auteur, jour }, { utilisateurId, fuseau }),
    [entrees, filtre, auteur, jour, utilisateurId, fuseau],
  )
  const all = useMemo(() => withQueued(queued.settled, queued.entrees), [queued.settled, queued.entrees])
  const laidOut = useMemo(
    () => filtered(all, { filtre, auteur, jour }, { utilisateurId, fuseau }),
    [all, filtre, auteur, jour, utilisateurId, fuseau],
  )
  const top = useScrollIntoView<HTMLDivElement>(comesIntoView && !isEmpty)
  const ordered = useViewerOrder(shown, entrees, openId)
  const mediaId = useOpenMedia(ordered, { openId, onOpen: rest.onOpen, reload })
  const { lastId, open } = useLastOpened(openId, rest.onOpen)
  const emptyTitle = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Its only media was deleted in the viewer: the tile that had opened it is gone.
    if (isEmpty && lastId !== undefined && document.activeElement === document.body) emptyTitle.current?.focus()
  }, [isEmpty, lastId])
  const undo = openId === undefined && decision && <div className={css.galleryUndo}>{decision.undo}</div>
  if (isEmpty)
    return (
      <>
        <EmptyState title={empty?.title ?? 'Pas encore de photos'} titleRef={emptyTitle}>
          {empty?.text ?? "Les premières apparaissent ici dès qu'elles sont validées."}
        </EmptyState>
        {undo}
      </>
    )
  return (
    <>
      <GalleryFilters ref={top} {...{ filter, now, utilisateurId, space, onFilter }} entrees={all}>
        {otherView}
      </GalleryFilters>
      {laidOut.length === 0 && (
        <NoMatch
          title={filtre === 'MIENS' ? "Vous n'avez rien déposé ici" : 'Aucun média ne correspond'}
          clear="Tout afficher"
          onClear={() => onFilter({ filtre: 'TOUS', auteur: undefined, jour: undefined })}
        />
      )}
      {zone !== '' && <p className={`meta ${css.galleryZone}`}>Les heures sont celles de l'événement ({zone}).</p>}
      <GalleryGrid
        {...{ evenementId, utilisateurId, space, view, signature, now }}
        entrees={laidOut}
        items={queued.items}
        lastId={openId === undefined ? lastId : undefined}
        onOpen={open}
      />
      {undo}
      {mediaId !== undefined && (
        <Viewer
          {...{ evenementId, utilisateurId, space, signature, decision }}
          openId={mediaId}
          entrees={ordered}
          onOpen={rest.onOpen}
        />
      )}
    </>
  )
}
