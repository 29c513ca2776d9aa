import { useState } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import css from './Notifications.module.css'

/** Thumbnail of a notification's photo; nothing when it fails to load. */
export function NotificationPicture({ mediaId, evenementId }: { mediaId: number; evenementId: number }) {
  const signature = useSignature(evenementId)
  const [failed, setFailed] = useState<string>()
  if (signature === undefined || failed === signature) return null
  return (
    <img
      className={css.picture}
      src={mediaUrl(mediaId, 'thumbnail', signature)}
      alt=""
      decoding="async"
      loading="lazy"
      onError={() => setFailed(signature)}
    />
  )
}
