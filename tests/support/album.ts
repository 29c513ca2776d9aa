import { randomUUID } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ChoixAlbum, LienAlbum, OffreAlbum } from '#domain/album/album.ts'
import type { Parts } from '#server/parts.ts'
import { applyPatches, type Patch } from '#server/upload/blanking/patch.ts'
import { type PersonneDeTest, unMedia } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/serverFixture.ts'

export interface AlbumRequest {
  readonly evenementId: number
  readonly choix: ChoixAlbum
  readonly nouveautes?: boolean
}

/** Requests the download address of an album. */
export async function demandeAlbum(
  server: TestServer,
  { token }: PersonneDeTest,
  { evenementId, ...body }: AlbumRequest,
) {
  const answer = await server.call('POST', `/evenements/${evenementId}/album/liens`, { token, body })
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, lien: answer.json<LienAlbum>() }
}

/** Opens an address as a browser does: without a token. */
export function ouvreAlbum(server: TestServer, { adresse }: LienAlbum, headers: Record<string, string> = {}) {
  return server.app.inject({ url: adresse, headers })
}

/** Requests an album and downloads it. */
export async function prendsAlbum(server: TestServer, person: PersonneDeTest, request: AlbumRequest) {
  const { lien } = await demandeAlbum(server, person, request)
  return { lien, answer: await ouvreAlbum(server, lien) }
}

/** The albums offered to a person, by choice. */
export async function offresDe(server: TestServer, { token }: PersonneDeTest, evenementId: number) {
  const answer = await server.call('GET', `/evenements/${evenementId}/album`, { token })
  return new Map(answer.json<OffreAlbum[]>().map((offre) => [offre.choix, offre]))
}

/** A server's parts and its folder. */
interface Place {
  readonly parts: Parts
  readonly dataDir: string
}

interface MediaInput {
  readonly evenementId: number
  readonly auteurId: number
}

/** Creates a validated media with its file, like a deposit. @param patches blanked ranges for others */
export async function unMediaEntier(
  place: Place,
  { bytes, patches = [], ...request }: MediaInput & { bytes: Buffer; patches?: readonly Patch[] },
): Promise<void> {
  const fichier = randomUUID()
  await writeFile(join(place.dataDir, 'recus', fichier), bytes)
  const whole = crc32(bytes)
  const blanked = crc32(applyPatches(Buffer.from(bytes), 0, patches))
  await keepMedia(place, request, { fichier, taille: bytes.length, crc32: whole, crc32Masque: blanked, patches })
}

/** Creates a validated media of `size` zero bytes, as a sparse file. */
export async function unMediaCreux(
  place: Place,
  { octets, ...request }: MediaInput & { octets: number },
): Promise<void> {
  const fichier = randomUUID()
  const file = await open(join(place.dataDir, 'recus', fichier), 'w')
  await file.truncate(octets)
  await file.close()
  const crc = crc32(Buffer.alloc(octets))
  await keepMedia(place, request, { fichier, taille: octets, crc32: crc, crc32Masque: crc, patches: [] })
}

interface File {
  readonly fichier: string
  readonly taille: number
  readonly crc32: number
  readonly crc32Masque: number
  readonly patches: readonly Patch[]
}

async function keepMedia(place: Place, request: MediaInput, { patches, ...file }: File): Promise<void> {
  const { id } = await unMedia(place, { ...request, statut: 'VALIDE' })
  await place.parts.database
    .updateTable('media')
    .set({ ...file, plagesMasquees: JSON.stringify(patches) })
    .where('id', '=', id)
    .execute()
}
