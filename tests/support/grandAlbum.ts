import { rgbaToThumbHash } from 'thumbhash'
import { randomFrom } from '#tests/support/random.ts'
import { type PersonneDeTest, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import type { Parts } from '#server/parts.ts'

interface GrandAlbumInput {
  readonly evenementId: number
  readonly nombre: number
}

const guests = 60
const shapes = [
  [4032, 3024],
  [3024, 4032],
  [4032, 3024],
  [3024, 4032],
  [4000, 2250],
  [6000, 4000],
  [3000, 3000],
] as const
const oneAfternoonMs = 10 * 3_600_000
/** From 11:00 to 21:00 or from 12:00 to 22:00 in Paris. */
const lastHourUtc = 20

/**
 * Rows of an album of a large party of yesterday, deterministic at any time of day. Sixty guests with very different
 * numbers of photos take them over ten hours and upload them in batches, a photo every few seconds. Ids therefore
 * roughly follow the day, and batches of guests who upload at the same moment interleave.
 */
export async function unGrandAlbum(
  { parts }: { readonly parts: Parts },
  { evenementId, nombre }: GrandAlbumInput,
): Promise<readonly PersonneDeTest[]> {
  const random = randomFrom(nombre)
  const people = await Promise.all(
    Array.from({ length: guests }, (_, n) => unUtilisateur({ parts }, { prenom: `Invité${n}`, nom: `Martin${n * 7}` })),
  )
  for (const { id } of people) await uneInscription({ parts }, { evenementId, utilisateurId: id })
  const end = new Date(parts.clock.now()).setUTCHours(lastHourUtc - 24, 0, 0, 0)
  const timeLimit = people.map(() => 300_000 + random() * 3_300_000)
  const last = people.map(() => ({ batch: 0, photos: 0 }))
  const shots = Array.from({ length: nombre }, () => ({
    prise: end - Math.floor(random() * oneAfternoonMs),
    guest: Math.floor(random() ** 2 * guests),
  }))
    .toSorted((a, b) => a.prise - b.prise)
    .map(({ prise, guest }) => {
      const wait = timeLimit[guest] ?? 0
      const batch = Math.ceil(prise / wait) * wait
      const before = last[guest]
      const photos = before?.batch === batch ? before.photos + 1 : 0
      last[guest] = { batch, photos }
      return { prise, guest, depot: batch + photos * 3000 + Math.floor(random() * 1000) }
    })
    .toSorted((a, b) => a.depot - b.depot)
  const rows = shots.map(({ prise, guest, depot }, n) => {
    const [largeur, hauteur] = shapes[Math.floor(random() * shapes.length)] ?? [4032, 3024]
    const isVideo = random() < 0.03
    return {
      evenementId,
      auteurId: people[guest]?.id ?? 0,
      type: isVideo ? ('VIDEO' as const) : ('IMAGE' as const),
      mime: isVideo ? 'video/mp4' : 'image/jpeg',
      taille: 2_000_000 + Math.floor(random() * 4_000_000),
      sha256: `empreinte-${nombre}-${n}`,
      sourceSha256: null,
      crc32: 0,
      crc32Masque: 0,
      plagesMasquees: '[]',
      fichier: `grand-album-${evenementId}-${n}`,
      nomOriginal: `IMG_${n}.jpg`,
      statut: 'VALIDE' as const,
      raison: null,
      favori: random() < 0.05 ? (1 as const) : (0 as const),
      largeur,
      hauteur,
      dureeMs: null,
      datePrise: new Date(prise).toISOString(),
      dateDepot: new Date(depot).toISOString(),
      dateValidation: new Date(depot + 60_000).toISOString(),
      decideParId: null,
      thumbhash: unThumbhash(random, largeur / hauteur),
      variantesEtat: 'FAITES' as const,
      variantesBail: null,
      consentementId: null,
      clientUploadId: null,
    }
  })
  for (let at = 0; at < rows.length; at += 500) {
    await parts.database
      .insertInto('media')
      .values(rows.slice(at, at + 500))
      .execute()
  }
  return people
}

/** The blurred preview of a picture of four patches of colour. */
function unThumbhash(random: () => number, ratio: number): string {
  const [width, height] = ratio > 1 ? [12, Math.round(12 / ratio)] : [Math.round(12 * ratio), 12]
  const patches = Array.from({ length: 12 }, () => Math.floor(random() * 256))
  const pixels = new Uint8Array(width * height * 4).map((_, at) => {
    if (at % 4 === 3) return 255
    const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)]
    return patches[(Number(x > width / 2) + 2 * Number(y > height / 2)) * 3 + (at % 4)] ?? 0
  })
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString('base64')
}
