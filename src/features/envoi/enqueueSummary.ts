import type { EnqueueResult } from '#src/pwa/uploadQueue.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import type { ToastInput } from '#src/ui/toast/toastQueue.ts'

/** What to say once the queue has answered, and which picks it did not take. */
export function describeResults(
  results: readonly EnqueueResult[],
  picks: readonly { id: string }[],
): { toast: ToastInput | null; refusals: ReadonlyMap<string, string> } {
  const of = (result: EnqueueResult['result']) => results.filter((one) => one.result === result).length
  const refusals = new Map(
    results.flatMap((one, at) => {
      const pick = picks[at]
      return one.result === 'refused' && pick ? [[pick.id, one.sentence ?? 'Ce fichier ne peut pas être pris.']] : []
    }),
  )
  return { toast: toastOf({ safe: of('safe'), volatile: of('volatile'), duplicate: of('duplicate') }), refusals }
}

function toastOf(n: { safe: number; volatile: number; duplicate: number }): ToastInput | null {
  const known =
    n.duplicate === 0 ? undefined : `${count(n.duplicate, 'déjà envoyée', 'déjà envoyées')}, rien à refaire.`
  if (n.volatile > 0)
    return {
      type: 'warning',
      title: `${count(n.volatile, 'fichier part', 'fichiers partent')} sans copie sur ce téléphone`,
      message: "Gardez l'application ouverte jusqu'à la fin.",
    }
  if (n.safe > 0)
    return {
      type: 'success',
      title: `${count(n.safe, 'fichier', 'fichiers')} en sécurité sur ce téléphone`,
      message: known ?? `L'envoi se ${agree(n.safe, 'fait', 'fait')} dès que le réseau le permet.`,
    }
  return known === undefined ? null : { type: 'info', title: known }
}
