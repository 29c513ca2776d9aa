import type { Parts } from '#server/parts.ts'
import { unEvenement, uneInscription, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'

/** Creates an organiser with twenty events of twenty registrations each. @returns their session token */
export async function organiserEvents(parts: Parts): Promise<string> {
  const { id: createurId, token } = await unOrganisateur({ parts })
  const guests = []
  for (let n = 0; n < 20; n += 1) guests.push(await unUtilisateur({ parts }))
  for (let n = 0; n < 20; n += 1) {
    const { id: evenementId } = await unEvenement({ parts }, { createurId })
    for (const { id } of guests) await uneInscription({ parts }, { evenementId, utilisateurId: id })
  }
  return token
}
