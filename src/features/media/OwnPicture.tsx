import { FileImage, Video } from 'lucide-react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { usePreviews } from '#src/pwa/usePreviews.ts'
import css from './Gallery.module.css'

/** The picture that this phone has of a photo of its own; it stays while the server's comes over it. */
export function OwnPicture({ item: { id, type } }: { item: QueueItemView }) {
  const [address] = usePreviews([id])
  if (address !== undefined) return <img className={css.ownPicture} src={address} alt="" />
  return <span className={css.ownPicture}>{type.startsWith('video/') ? <Video /> : <FileImage />}</span>
}
