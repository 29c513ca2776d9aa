import { expect, test } from 'vitest'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { findTile, layOut, nextInGrid, type Shape, sectionsWithin } from '#src/features/media/galleryLayout.ts'
import { byMoment, jourOf } from '#src/features/media/galleryMoments.ts'
import { auteursOf, filtered, joursOf } from '#src/features/media/galleryFilter.ts'
import { randomFrom } from '#tests/support/random.ts'

const noon = new Date(2026, 5, 14, 12).getTime() / 60_000
const columns: Shape = { width: 390, gap: 2, headHeight: 52, rows: { tileRatio: 1 } }
const album: Shape = { width: 1000, gap: 6, headHeight: 52, rows: { target: 224 } }

function uneEntree(id: number, change: Partial<EntreeGalerie> = {}): EntreeGalerie {
  const auteur = { id: 1 + (id % 3), prenom: 'Zoé', nom: `Petit ${id % 3}` }
  return {
    id,
    minute: noon,
    ratio: 1.5,
    auteur,
    statut: 'VALIDE',
    type: 'IMAGE',
    favori: id % 5 === 0,
    apercu: true,
    ...change,
  }
}

/** An afternoon of photos of any shape, newest first. */
function unAlbum(nombre: number): EntreeGalerie[] {
  const random = randomFrom(nombre)
  return Array.from({ length: nombre }, (_, n) =>
    uneEntree(nombre - n, {
      minute: noon + Math.floor((nombre - n) / 10),
      ratio: random() < 0.1 ? null : 0.4 + random() * 2.4,
    }),
  )
}

const now = noon * 60_000

test.each([
  ['three columns', columns],
  ['justified rows', album],
])('places every media once in %s, inside the box, without overlap', (_, shape) => {
  const medias = unAlbum(1000)
  const layout = layOut(byMoment(medias, now), shape)
  const rows = layout.sections.flatMap((section) => section.rows)
  const tiles = rows.flatMap((row) => row.tiles)
  expect(tiles.map(({ entree }) => entree.id)).toEqual(medias.map(({ id }) => id))
  expect(tiles.map(({ place }) => place)).toEqual(medias.map((__, place) => place))
  for (const [at, row] of rows.entries()) {
    const ends = row.tiles.map(({ left, width }) => left + width)
    expect(Math.max(...ends)).toBeLessThanOrEqual(shape.width + 0.01)
    expect(row.tiles.slice(1).every(({ left }, n) => left >= (ends[n] ?? 0))).toBe(true)
    expect(row.top).toBeGreaterThanOrEqual((rows[at - 1]?.top ?? 0) + (rows[at - 1]?.height ?? 0))
  }
  expect(layout.height).toBeGreaterThanOrEqual((rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0))
})

test('fills justified rows at about the target height, except the last of a group', () => {
  const { sections } = layOut(byMoment(unAlbum(1000), now), album)
  for (const { rows } of sections) {
    for (const { height, tiles } of rows.slice(0, -1)) {
      const last = tiles.at(-1)
      expect((last?.left ?? 0) + (last?.width ?? 0)).toBeCloseTo(album.width, 5)
      expect(height / 224).toBeGreaterThan(0.6)
      expect(height / 224).toBeLessThan(1.3)
    }
  }
})

test('renders a few dozen of ten thousand media per screen', () => {
  const layout = layOut(byMoment(unAlbum(10_000), now), columns)
  const middle = layout.height / 2
  const shown = sectionsWithin(layout, middle, middle + 844).flatMap(({ rows }) => rows.flatMap((row) => row.tiles))
  expect(shown.length).toBeGreaterThan(15)
  expect(shown.length).toBeLessThan(40)
})

test('changes only the latest group for new media; all others keep their media and keys', () => {
  const before = byMoment(unAlbum(1500), now)
  const fresh = [3, 2, 1].map((n) => uneEntree(1500 + n, { minute: noon + 151 + n }))
  const after = byMoment([...fresh, ...unAlbum(1500)], now)
  expect(before.length).toBeGreaterThan(2)
  expect(after.at(0)?.entrees.at(0)?.id).toBe(1503)
  expect(after.slice(1 - before.length)).toEqual(before.slice(1))
})

test('splits groups at midnight and by hours, with the day as text', () => {
  const at = (...time: [number, number, number]) => new Date(2026, 5, ...time).getTime() / 60_000
  const hours = [at(14, 1, 5), at(14, 0, 10), at(13, 23, 50), at(13, 16, 0), at(13, 15, 59), at(13, 15, 0)]
  const medias = hours.map((minute, n) => uneEntree(9 - n, { minute }))
  expect(byMoment(medias, now).map(({ title, entrees }) => [title, entrees.length])).toEqual([
    ["Aujourd'hui, de 0\u00A0h à 1\u00A0h", 2],
    ['Hier, vers 23\u00A0h', 1],
    ['Hier, de 15\u00A0h à 16\u00A0h', 3],
  ])
})

test('moves with arrows to the neighbour on each side, with Home and End to the ends', () => {
  const layout = layOut(byMoment(unAlbum(30), now), columns)
  const from = (id: number, key: string) => nextInGrid(layout, id, key)?.entree.id
  expect(from(30, 'ArrowRight')).toBe(29)
  expect(from(30, 'ArrowDown')).toBe(27)
  expect(from(27, 'ArrowUp')).toBe(30)
  expect(from(27, 'ArrowLeft')).toBe(28)
  expect(from(15, 'Home')).toBe(30)
  expect(from(15, 'End')).toBe(1)
  expect(from(30, 'ArrowLeft')).toBeUndefined()
  expect(from(30, 'a')).toBeUndefined()
  expect(findTile(layout, 15)?.tile.entree.id).toBe(15)
})

test('filters by own, favourite, one person and one day, also combined', () => {
  const medias = [...unAlbum(30), uneEntree(99, { minute: noon - 3 * 1440 })]
  const ids = (filter: Partial<Parameters<typeof filtered>[1]>) =>
    filtered(medias, { filtre: 'TOUS', ...filter }, { utilisateurId: 1 }).map(({ id }) => id)
  expect(ids({})).toHaveLength(31)
  expect(ids({ filtre: 'MIENS' })).toEqual([30, 27, 24, 21, 18, 15, 12, 9, 6, 3, 99])
  expect(ids({ filtre: 'FAVORIS' })).toEqual([30, 25, 20, 15, 10, 5])
  expect(ids({ filtre: 'FAVORIS', auteur: 2 })).toEqual([25, 10])
  expect(ids({ jour: jourOf(uneEntree(1, { minute: noon - 3 * 1440 })) })).toEqual([99])
  expect(auteursOf(medias, 0).map(({ value }) => value)).toEqual(['1', '2', '3'])
  expect(auteursOf(medias, 3)[0]).toEqual({ value: '3', label: 'Vous' })
  expect(joursOf(medias, now).map(({ label }) => label)).toEqual(["Aujourd'hui", 'jeudi 11 juin'])
})

test('shows days and hours in the zone of the event', () => {
  const medias = [uneEntree(2, { minute: Date.UTC(2026, 5, 15, 1, 10) / 60_000 })]
  const fuseau = 'America/New_York'
  const later = Date.UTC(2026, 5, 16, 12)
  expect(byMoment(medias, later, fuseau).map(({ title }) => title)).toEqual(['dimanche 14 juin, vers 21\u00A0h'])
  expect(byMoment(medias, later, 'Asia/Tokyo').map(({ title }) => title)).toEqual(['Hier, vers 10\u00A0h'])
  const jours = joursOf(medias, later, fuseau)
  expect(jours).toEqual([{ value: '2026-06-14', label: 'dimanche 14 juin' }])
  const ofDay = { filtre: 'TOUS', jour: '2026-06-14' } as const
  expect(filtered(medias, ofDay, { utilisateurId: 1, fuseau })).toHaveLength(1)
  expect(filtered(medias, ofDay, { utilisateurId: 1, fuseau: 'Asia/Tokyo' })).toHaveLength(0)
})
