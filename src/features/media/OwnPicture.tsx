import { FileImage, Video } from 'lucide-react'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { usePreviews } from '#src/pwa/usePreviews.ts'
import css from './Gallery.module.css'

/** This device's preview of one of its photos; stays in place while the server's picture loads over it. */
export function OwnPicture({ item: { id, type } }: { item: QueueItemView }) {
  const [address] = usePreviews([id])
  if (address !== undefined) return <img className={css.ownPicture} src={address} alt="" />
  return <span className={css.ownPicture}>{type.startsWith('video/') ? <Video /> : <FileImage />}</span>
}
