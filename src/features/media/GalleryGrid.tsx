import { memo, useEffect, useMemo, useState, useRef, type KeyboardEvent, type RefObject } from 'react'
import { FileImage, Video } from 'lucide-react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { useDebounced } from '#src/ui/now/useDebounced.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { usePreviews } from '#src/pwa/preview/usePreviews.ts'
import { useLignes, type Space } from './galerie.queries.ts'
import { type Layout, layOut, nextInGrid, type Shape } from './galleryLayout.ts'
import { byMoment } from './galleryMoments.ts'
import { goToTile } from './galleryScroll.ts'
import { MediaTile } from './MediaTile.tsx'
import { QueuedTile } from './QueuedTile.tsx'
import { type GalleryView, useGalleryShape } from './useGalleryShape.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { numberOf } from './queued.ts'
import type { Queued } from './useQueued.ts'
import { useSteadyScroll } from './useSteadyScroll.ts'
import { useVisibleSections } from './useVisibleSections.ts'
import css from './Gallery.module.css'

/** Debounce: rows are not fetched while the gallery scrolls fast. */
const settleMs = 120

interface Props {
  /** Newest first. */
  entrees: readonly EntreeGalerie[]
  /** This device's photos among them, being sent or just received. */
  items: Queued['items']
  /** The current time in milliseconds since 1970, to determine today. */
  now: number
  evenementId: number
  utilisateurId: number
  space: Space
  view: GalleryView
  signature: string | undefined
  /** The media last shown in the viewer, when the viewer is closed: the grid scrolls to it and focuses it. */
  lastId: number | undefined
  /** Must be stable between renders. */
  onOpen: (id: number) => void
}

/** Media grouped by moment at computed positions; only the visible ones are in the DOM. */
export function GalleryGrid({ entrees, view, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const shape = useGalleryShape(box, view)
  return (
    <div ref={box} className={css.galleryBox}>
      {shape && <Placed entrees={entrees} shape={shape} {...rest} />}
    </div>
  )
}

interface PlacedProps extends Omit<Props, 'view'> {
  shape: Shape
}

function Placed({ entrees, now, shape, ...rest }: PlacedProps) {
  // Its own ref: the ref of the parent is not set yet when the first effects of this component run.
  const box = useRef<HTMLDivElement>(null)
  const fuseau = useFuseau()
  const layout = useMemo(() => layOut(byMoment(entrees, now, fuseau), shape), [entrees, now, shape, fuseau])
  const { lastId } = rest
  useSteadyScroll(box, layout)
  useKeptPlace(box, layout)
  const latest = useLatest(layout)
  useEffect(() => {
    // By the next frame the router has restored the scroll position.
    if (lastId !== undefined) requestAnimationFrame(() => goToTile(box.current, latest.current, lastId))
  }, [box, latest, lastId])
  const { sections, isRushing } = useVisibleSections(box, layout)
  return (
    <div ref={box} style={{ height: layout.height }} className={css.galleryFloor} data-rushing={isRushing || undefined}>
      <Sections {...rest} box={box} layout={layout} sections={sections} total={entrees.length} />
    </div>
  )
}

interface SectionsProps extends Omit<PlacedProps, 'shape' | 'entrees' | 'now'> {
  box: RefObject<HTMLDivElement | null>
  layout: Layout
  sections: ReturnType<typeof useVisibleSections>['sections']
  total: number
}

const Sections = memo(function Sections(props: SectionsProps) {
  const { box, layout, sections, total, items, evenementId, space, utilisateurId, signature, lastId, onOpen } = props
  const ids = useMemo(
    () => sections.flatMap(({ rows }) => rows.flatMap(({ tiles }) => tiles.map(({ entree }) => entree.id))),
    [sections],
  )
  const lignes = useLignes({ evenementId, space }, useDebounced(ids, settleMs).filter(isReceived))
  // A photo keeps its tile (and key) when it is received.
  const keyOf = (id: number) => {
    const item = items.get(id)
    return item ? numberOf(item.id) : id
  }
  const [focusId, setFocusId] = useState<number>()
  const stop = [focusId, lastId].find((id) => id !== undefined && ids.includes(id)) ?? ids[0]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset['media']) : Number.NaN
    const next = nextInGrid(layout, from, event.key)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setFocusId(next.entree.id)
    goToTile(box.current, layout, next.entree.id)
  }
  return sections.map(({ firstId, title, top, height, showsTitle, rows }) => (
    // Arrows, Home and End move the focus between photos; each photo is a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions
    <section key={keyOf(firstId)} className={css.gallerySection} style={{ top, height }} onKeyDown={onKeyDown}>
      {showsTitle && <h3 style={{ height: layout.headHeight }}>{french(title)}</h3>}
      <ul>
        {rows.flatMap((row) =>
          row.tiles.map(({ entree, place, left, width }) => {
            const item = items.get(entree.id)
            return (
              <li
                key={keyOf(entree.id)}
                className={classNames(css.tile, 'on-photo')}
                aria-setsize={total}
                aria-posinset={place + 1}
                data-named={entree.id === lastId || undefined}
                style={{ insetInlineStart: left, top: row.top - top, width, height: row.height }}
              >
                {item && <OwnPicture item={item} />}
                {item && !isReceived(entree.id) ? (
                  <QueuedTile {...{ entree, item, utilisateurId }} isTabStop={entree.id === stop} />
                ) : (
                  <MediaTile
                    entree={entree}
                    thumbhash={lignes.get(entree.id)?.thumbhash ?? null}
                    utilisateurId={utilisateurId}
                    signature={signature}
                    showsStatut={space === 'organisateur' || entree.auteur.id === utilisateurId}
                    isTabStop={entree.id === stop}
                    hasStandIn={item !== undefined}
                    onOpen={onOpen}
                  />
                )}
              </li>
            )
          }),
        )}
      </ul>
    </section>
  ))
})

/** Photos not yet received have negative ids. */
function isReceived(id: number): boolean {
  return id > 0
}

/** This device's preview of one of its photos; stays in place while the server's picture loads over it. */
function OwnPicture({ item: { id, type } }: { item: QueueItemView }) {
  const [address] = usePreviews([id])
  if (address !== undefined) return <img className={css.ownPicture} src={address} alt="" />
  return <span className={css.ownPicture}>{type.startsWith('video/') ? <Video /> : <FileImage />}</span>
}
