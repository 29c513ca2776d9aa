import { metadataOf, uploadsPath } from '#tests/support/deposit.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { unePhoto } from '#tests/support/photos.ts'
import type { Stage } from '#tests/support/stage.ts'

/** Uploads the given number of photos of a person to the event. */
export async function deposer(stage: Stage, person: PersonneDeTest, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await deposerFichier(stage, person, await unePhoto())
}

/** Uploads a file of a person to the event. */
export async function deposerFichier(stage: Stage, { token }: PersonneDeTest, bytes: Buffer): Promise<void> {
  const { evenementId } = stage
  const answer = await fetch(`${stage.server.address}/api${uploadsPath(evenementId)}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: {
      Authorization: `Bearer ${token}`,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': metadataOf({ token, evenementId, bytes }),
    },
  })
  if (answer.status !== 201) throw new Error(`deposit: ${answer.status} ${await answer.text()}`)
}

export async function validateAll({ parts, evenementId }: Stage): Promise<void> {
  const { database } = parts
  await database.updateTable('media').set({ statut: 'VALIDE' }).where('evenementId', '=', evenementId).execute()
}

/** Makes another person the author of all media in the event, without notifying open pages. */
export async function giveMediasTo({ parts, evenementId }: Stage, { id }: PersonneDeTest): Promise<void> {
  const { database } = parts
  await database.updateTable('media').set({ auteurId: id }).where('evenementId', '=', evenementId).execute()
}
