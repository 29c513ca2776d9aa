import { showToast, type ToastInput } from './toastQueue.ts'

interface Outcomes {
  readonly copied: Pick<ToastInput, 'title' | 'message'>
  /** The text itself is shown below it, to copy by hand, unless there is another message. */
  readonly failed: Pick<ToastInput, 'title' | 'message'>
}

/** Copies a text to the clipboard and shows a toast. */
export async function copyText(text: string, { copied, failed }: Outcomes): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ type: 'success', ...copied })
  } catch {
    showToast({ type: 'error', message: text, ...failed })
  }
}
