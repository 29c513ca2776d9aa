import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { isGone } from '#src/api/apiError.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { NoMatch } from '#src/ui/state/NoMatch.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { zoneSuffix } from '#src/ui/text/dates.ts'
import { useDecisions } from '#src/pwa/decisions.ts'
import { type GalleryDecision, decidedEntrees, type Listed } from './decided.ts'
import { galerieIndexQuery, indexRequestedAt, type Space } from './galerie.queries.ts'
import { filtered } from './galleryFilter.ts'
import type { GalleryFilter } from './galleryFilterNames.ts'
import { GalleryFilters } from './GalleryFilters.tsx'
import { GalleryGrid } from './GalleryGrid.tsx'
import { GalleryLoading } from './GalleryLoading.tsx'
import type { GalleryView } from './useGalleryShape.ts'
import { withQueued } from './queued.ts'
import { type Place, useOpenMedia } from './useOpenMedia.ts'
import { useQueued } from './useQueued.ts'
import { Viewer } from './Viewer.tsx'
import css from './Gallery.module.css'

const none: ReadonlySet<number> = new Set()

export interface GalleryProps {
  evenementId: number
  utilisateurId: number
  space: Space
  view: GalleryView
  /** Scrolls to the gallery on load, past the content above it. */
  comesIntoView?: boolean
  /** From the URL. */
  filter: GalleryFilter
  onFilter: (change: Partial<GalleryFilter>) => void
  /** The media open in the viewer, from the URL. */
  openId: number | undefined
  onOpen: (id: number | undefined) => void
  /** The organiser's decisions; undefined for participants. */
  decision?: GalleryDecision
  /** A control that switches to another view of the same media. */
  otherView?: ReactNode
  /** Said in place of the usual title and sentence while there are no photos. */
  empty?: { title?: string; text: string } | undefined
}

/** All media of an event, grouped by moment; one opens in the viewer when the URL names it. */
export function Gallery(props: GalleryProps) {
  const query = useQuery(galerieIndexQuery(props.evenementId, props.space))
  if (props.space === 'participant' && query.data === undefined && isGone(query.error))
    return (
      <EmptyState title="L'album est réservé" icon={<Lock />}>
        Seules les personnes inscrites et validées par l'organisateur voient les photos.
      </EmptyState>
    )
  return (
    <QueryState query={query} loading={<GalleryLoading view={props.view} />} errorMessage={phrases.galerieErreur}>
      {(entrees) => (
        <Shown
          {...props}
          entrees={entrees}
          requestedAt={indexRequestedAt(props, query.dataUpdatedAt)}
          reload={() => query.refetch({ cancelRefetch: false })}
        />
      )}
    </QueryState>
  )
}

function Shown({
  filter,
  onFilter,
  openId,
  otherView,
  empty,
  decision,
  reload,
  ...rest
}: GalleryProps & ShownEntrees & Pick<Place, 'reload'>) {
  const entrees = useDecided(rest, { openId, isDeciding: decision !== undefined })
  const { evenementId, utilisateurId, space, view, comesIntoView = false, requestedAt } = rest
  const [now] = useState(Date.now)
  const queued = useQueued({ evenementId, utilisateurId, entrees, requestedAt }, now)
  const isEmpty = entrees.length === 0 && queued.entrees.length === 0
  const signature = useSignature(evenementId, entrees.length > 0)
  const { filtre, auteur, jour } = filter
  const fuseau = useFuseau()
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
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!comesIntoView || isEmpty) return undefined
    // By the next frame the grid has its height, and the router has restored the scroll position of a page opened
    // before.
    const frame = requestAnimationFrame(() => {
      if (scrollY === 0) top.current?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [comesIntoView, isEmpty])
  const around = useWalk(shown, entrees, openId)
  const mediaId = useOpenMedia(around, { openId, onOpen: rest.onOpen, reload })
  const [lastId, setLastId] = useState(openId)
  // Set during render, so that the grid can scroll back to this media however the viewer is closed.
  if (openId !== undefined && openId !== lastId) setLastId(openId)
  const latest = useLatest(rest.onOpen)
  const open = useCallback(
    (id: number) => {
      // The tile must have the view-transition name before the transition starts.
      flushSync(() => setLastId(id))
      latest.current(id)
    },
    [latest],
  )
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
          entrees={around}
          onOpen={rest.onOpen}
        />
      )}
    </>
  )
}

interface ShownEntrees {
  entrees: readonly EntreeGalerie[]
  /** When the server was asked for them, milliseconds since 1970. */
  requestedAt: number
}

interface Looked {
  /** The media in the viewer. */
  readonly openId: number | undefined
  /** Whether the organiser's decisions are applied to the list. */
  readonly isDeciding: boolean
}

/** The server's list of a gallery with the decisions taken on this device applied. */
function useDecided({ entrees, requestedAt }: Listed, { openId, isDeciding }: Looked): readonly EntreeGalerie[] {
  const decisions = useDecisions()
  return useMemo(
    () => (isDeciding ? decidedEntrees({ entrees, requestedAt }, decisions, openId) : entrees),
    [isDeciding, entrees, requestedAt, decisions, openId],
  )
}

type Entrees = readonly EntreeGalerie[]

/**
 * The media the viewer navigates through: those that match the filter, and those that matched since the viewer opened,
 * even when a decision has removed them from the filter. A media outside the filter is shown among all media.
 * @param openId undefined while the viewer is closed
 */
function useWalk(shown: Entrees, all: Entrees, openId: number | undefined): Entrees {
  const [seen, setSeen] = useState(none)
  const fresh = openId === undefined ? [] : shown.filter(({ id }) => !seen.has(id))
  // Set during render, so that no frame misses them.
  if (openId === undefined && seen !== none) setSeen(none)
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]))
  return useMemo(() => {
    if (openId === undefined) return shown
    return seen.has(openId) ? all.filter(({ id }) => seen.has(id)) : all
  }, [shown, all, seen, openId])
}
