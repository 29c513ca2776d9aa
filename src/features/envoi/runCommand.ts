import type { QueueItemView } from '#upload-queue/queueView.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'

/**
 * Shows a toast when a command of the queue fails: its storage is broken or full, or its chunk did not load.
 * @param command is running
 * @param items that it is about
 */
export function runCommand(command: Promise<unknown>, items: readonly QueueItemView[]): void {
  command.catch(() => {
    // The command was done for photos in memory. Only their stored rows, used when this page closes, are unchanged.
    if (items.length > 0 && items.every(({ isInMemory }) => isInMemory)) return
    showToast({ type: 'error', title: "L'action n'a pas abouti sur ce téléphone. Réessayez." })
  })
}
