import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Moment } from './galleryMoments.ts'

/** Dimensions of a gallery; lengths in CSS pixels. */
export interface Shape {
  readonly width: number
  readonly gap: number
  readonly headHeight: number
  /** Three columns of tiles with one ratio (product 28), or rows of about one height with each tile's own ratio. */
  readonly rows: { readonly tileRatio: number } | { readonly target: number }
}

export interface PlacedTile {
  readonly entree: EntreeGalerie
  /** Index in the whole gallery, from 0. */
  readonly place: number
  readonly left: number
  readonly width: number
}

export interface PlacedRow {
  /** From the top of the gallery. */
  readonly top: number
  readonly height: number
  readonly tiles: readonly PlacedTile[]
}

export interface PlacedSection {
  readonly firstId: number
  readonly title: string
  readonly top: number
  readonly height: number
  readonly rows: readonly PlacedRow[]
}

export interface Layout {
  readonly height: number
  readonly headHeight: number
  readonly sections: readonly PlacedSection[]
}

const columns = 3
/** The usual ratio is used for a picture of unknown size; extreme ratios are clamped. */
const usualRatio = 4 / 3
const ratios = { least: 0.5, most: 2.5 }

/** Computes the position of every media, so that nothing is measured and no layout shift occurs. */
export function layOut(moments: readonly Moment[], shape: Shape): Layout {
  let [top, place] = [0, 0]
  const sections = moments.map(({ firstId, title, entrees }): PlacedSection => {
    let rowTop = top + shape.headHeight
    const rows = rowsOf(entrees, place, shape).map(({ height, tiles }): PlacedRow => {
      const row = { top: rowTop, height, tiles }
      rowTop += height + shape.gap
      return row
    })
    place += entrees.length
    const section = { firstId, title, top, height: rowTop - top, rows }
    top = rowTop
    return section
  })
  return { height: top, headHeight: shape.headHeight, sections }
}

type Row = Omit<PlacedRow, 'top'>

/** @param first index of the first of these in the whole gallery */
function rowsOf(entrees: readonly EntreeGalerie[], first: number, { width, gap, rows }: Shape): Row[] {
  return 'target' in rows
    ? justified(entrees, first, { width, gap, target: rows.target })
    : inColumns(entrees, first, { width, gap, ...rows })
}

interface Columns {
  readonly width: number
  readonly gap: number
  readonly tileRatio: number
}

function inColumns(entrees: readonly EntreeGalerie[], first: number, box: Columns): Row[] {
  const tile = (box.width - (columns - 1) * box.gap) / columns
  const rows: Row[] = []
  for (let index = 0; index < entrees.length; index += columns) {
    const tiles = entrees.slice(index, index + columns).map((entree, column) => ({
      entree,
      place: first + index + column,
      left: column * (tile + box.gap),
      width: tile,
    }))
    rows.push({ height: tile / box.tileRatio, tiles })
  }
  return rows
}

interface Justified {
  readonly width: number
  readonly gap: number
  readonly target: number
}

/** Fills each row to the full width at a height near the target; the last row keeps the target height. */
function justified(entrees: readonly EntreeGalerie[], first: number, box: Justified): Row[] {
  const rows: Row[] = []
  let row: EntreeGalerie[] = []
  let [place, sum] = [first, 0]
  for (const entree of entrees) {
    row.push(entree)
    sum += ratioOf(entree)
    const height = (box.width - (row.length - 1) * box.gap) / sum
    if (height > box.target * 1.15) continue
    rows.push(rowAt(row, place, { height, gap: box.gap }))
    place += row.length
    row = []
    sum = 0
  }
  if (row.length > 0) {
    const full = (box.width - (row.length - 1) * box.gap) / sum
    rows.push(rowAt(row, place, { height: Math.min(full, box.target), gap: box.gap }))
  }
  return rows
}

function rowAt(
  entrees: readonly EntreeGalerie[],
  first: number,
  { height, gap }: { height: number; gap: number },
): Row {
  let left = 0
  const tiles = entrees.map((entree, index) => {
    const width = ratioOf(entree) * height
    const tile = { entree, place: first + index, left, width }
    left += width + gap
    return tile
  })
  return { height, tiles }
}

function ratioOf({ ratio }: EntreeGalerie): number {
  return Math.min(ratios.most, Math.max(ratios.least, ratio ?? usualRatio))
}

/** The tile of a media and its row; undefined when the layout does not have it. */
export function findTile(layout: Layout, id: number): { row: PlacedRow; tile: PlacedTile } | undefined {
  for (const { rows } of layout.sections) {
    for (const row of rows) {
      const tile = row.tiles.find(({ entree }) => entree.id === id)
      if (tile) return { row, tile }
    }
  }
  return undefined
}

/** The media that an arrow key, Home or End moves to; undefined where there is none. */
export function nextInGrid(layout: Layout, from: number, key: string): PlacedTile | undefined {
  const rows = layout.sections.flatMap((section) => section.rows)
  const index = rows.findIndex(({ tiles }) => tiles.some(({ entree }) => entree.id === from))
  const row = rows[index]
  const column = row?.tiles.findIndex(({ entree }) => entree.id === from) ?? -1
  const tile = row?.tiles[column]
  if (!row || !tile) return undefined
  if (key === 'ArrowRight') return row.tiles[column + 1] ?? rows[index + 1]?.tiles[0]
  if (key === 'ArrowLeft') return row.tiles[column - 1] ?? rows[index - 1]?.tiles.at(-1)
  if (key === 'ArrowDown') return nearest(rows[index + 1], tile)
  if (key === 'ArrowUp') return nearest(rows[index - 1], tile)
  if (key === 'Home') return rows[0]?.tiles[0]
  return key === 'End' ? rows.at(-1)?.tiles.at(-1) : undefined
}

function nearest(row: PlacedRow | undefined, { left, width }: PlacedTile): PlacedTile | undefined {
  const off = (tile: PlacedTile) => Math.abs(tile.left + tile.width / 2 - left - width / 2)
  return row?.tiles.toSorted((a, b) => off(a) - off(b))[0]
}

/** The part of a layout between two heights. */
export function sectionsWithin({ sections, headHeight }: Layout, from: number, to: number) {
  return sections
    .filter(({ top, height }) => top + height >= from && top <= to)
    .map(({ firstId, title, top: start, height: whole, rows }) => ({
      firstId,
      title,
      top: start,
      height: whole,
      showsTitle: start + headHeight >= from,
      rows: rows.filter(({ top, height }) => top + height >= from && top <= to),
    }))
}
