import { showToast } from '#src/ui/toast/toastQueue.ts'
import { dropShared } from '#upload-queue/caches/sharedFiles.ts'

/** Deletes the files that the share sheet gave to a person whose role brings no media, and says so. */
export async function refuseShare(utilisateurId: number): Promise<void> {
  // Those that cannot be deleted now expire.
  await dropShared(utilisateurId, Date.now()).catch(() => undefined)
  showToast({
    type: 'warning',
    title: "Le partage de fichiers s'ouvre avec un compte participant.",
    message: "Les fichiers n'ont pas été gardés. Ils restent dans l'application d'où ils viennent.",
  })
}
