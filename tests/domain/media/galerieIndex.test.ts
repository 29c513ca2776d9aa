import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  decodeGalerie,
  encodeGalerie,
  type EntreeGalerie,
  type GalerieIndex,
  galerieIndexSchema,
} from '#domain/media/galerieIndex.ts'
import { statutsMedia, typesMedia } from '#domain/media/media.ts'
import { randomFrom } from '#tests/support/random.ts'

/** A random gallery: any number, any order, any mixture. */
function drawn(seed: number): EntreeGalerie[] {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const auteurs = Array.from({ length: 1 + below(200) }, (_, n) => ({
    id: n * 31 + 1,
    prenom: 'Zoé',
    nom: `"L'Été" ${n}`,
  }))
  return Array.from({ length: below(400) }, () => ({
    id: 1 + below(2 ** 31 - 1),
    minute: below(40_000_000),
    ratio: below(5) === 0 ? null : (1 + below(900)) / 100,
    auteur: auteurs[below(auteurs.length)] ?? { id: 1, prenom: '', nom: '' },
    statut: statutsMedia[below(statutsMedia.length)] ?? 'VALIDE',
    type: typesMedia[below(typesMedia.length)] ?? 'IMAGE',
    favori: random() < 0.5,
    apercu: random() < 0.5,
  }))
}

test('unpacks what it packs, for 500 random galleries', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const entrees = drawn(seed)
    const wire: unknown = JSON.parse(JSON.stringify(encodeGalerie(entrees)))
    const newestFirst = entrees.toSorted((a, b) => b.minute - a.minute || b.id - a.id)
    expect(decodeGalerie(v.parse(galerieIndexSchema, wire)), `seed ${seed}`).toEqual(newestFirst)
  }
})

test('rejects an index with a short or non-numeric column', () => {
  const whole = encodeGalerie(drawn(4))
  const broken: Partial<GalerieIndex>[] = [
    { minute: `${whole.minute}7 ` },
    { format: `${whole.format}0` },
    { statut: whole.statut.slice(1) },
    { apercu: `${whole.apercu}1` },
    { id: whole.id.replace(/\d+/, '1e3') },
    { id: whole.id.trimEnd() },
    { type: '' },
    { auteurs: [] },
    { formats: [] },
  ]
  expect(v.is(galerieIndexSchema, whole)).toBe(true)
  expect(broken.filter((change) => v.is(galerieIndexSchema, { ...whole, ...change }))).toEqual([])
})

test('treats an unknown statut as pending', () => {
  const [entree] = decodeGalerie({ ...encodeGalerie(drawn(4).slice(0, 1)), statut: 'Z' })
  expect(entree?.statut).toBe('EN_ATTENTE')
})
