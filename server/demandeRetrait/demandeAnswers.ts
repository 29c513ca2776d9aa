import { nowIso } from '../clock.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { notify } from '../notification/notify.ts'
import { decideDemandes, type DemandeRow } from './demandeRetrait.repository.ts'

interface DemandeAnswer {
  readonly statut: Exclude<DemandeRow['statut'], 'EN_ATTENTE'>
  readonly evenementId: number
  /** Whether the media stays out of the album when the request is refused: it is removed, or rejected for another reason. */
  readonly staysAway?: boolean
}

/**
 * Decides open requests, one or all about a media, and notifies the people who made them. Call it in the transaction
 * that removes or keeps the media, after it has locked the media: no request is then added to a media that is erased.
 * @returns those decided by this call
 */
export async function answerDemandes(
  { database, clock }: DatabaseDeps,
  which: { id: number } | { mediaId: number },
  answer: DemandeAnswer,
): Promise<DemandeRow[]> {
  const { statut, evenementId } = answer
  const decided = await decideDemandes(database, which, { statut, decideLe: nowIso(clock) })
  const notification = {
    type: 'RETRAIT',
    titre: 'Votre demande de retrait',
    message: messageOf(answer),
    evenementId,
  } as const
  const notifications = decided.flatMap(({ demandeurId }) =>
    demandeurId === null ? [] : [{ ...notification, utilisateurId: demandeurId }],
  )
  await notify(database, clock, notifications)
  return decided
}

function messageOf({ statut, staysAway = false }: DemandeAnswer): string {
  if (statut === 'ACCEPTEE') return "Le média a été retiré de l'album, comme vous l'avez demandé."
  return staysAway
    ? "L'organisateur a refusé votre demande. Le média n'est pas dans l'album pour l'instant."
    : "L'organisateur a choisi de garder le média dans l'album."
}
