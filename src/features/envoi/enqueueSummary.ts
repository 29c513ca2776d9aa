import type { EnqueueResult } from '#src/pwa/queue/pickedFile.ts'
import { count } from '#src/ui/text/quantities.ts'
import type { ToastInput } from '#src/ui/toast/toastQueue.ts'

/** The toast after all files of a choice were copied or refused; null when there is no message. */
export function describeResults(results: readonly EnqueueResult[]): ToastInput | null {
  const of = (result: EnqueueResult['result']) => results.filter((one) => one.result === result)
  const [safe, lost] = [of('safe').length, of('lost').length]
  const inMemory = of('volatile')
  const known = knownWords(of('duplicate').map(({ name }) => name))
  if (inMemory.length > 0)
    return {
      type: 'warning',
      title: `${count(inMemory.length, 'fichier', 'fichiers')} sans copie sur ce téléphone`,
      message: `${inMemory[0]?.sentence ?? ''} Gardez l'application ouverte jusqu'à la fin de l'envoi.`,
    }
  if (lost > 0)
    return {
      type: 'warning',
      title: count(lost, "fichier n'a pas pu être copié", "fichiers n'ont pas pu être copiés"),
      message:
        safe > 0
          ? `${count(safe, 'autre est', 'autres sont')} en sécurité sur ce téléphone. Voyez Envois.`
          : 'Voyez Envois.',
    }
  if (safe > 0)
    return {
      type: 'success',
      title: `${count(safe, 'fichier', 'fichiers')} en sécurité sur ce téléphone`,
      message: known ?? "L'envoi se fait dès que le réseau le permet.",
    }
  return known === undefined ? null : { type: 'info', title: known }
}

/** @param names of files that were already sent */
function knownWords(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const which = names.slice(0, 3).join(', ') + (names.length > 3 ? '…' : '')
  return `${count(names.length, 'déjà envoyée', 'déjà envoyées')} (${which}), rien à refaire.`
}
