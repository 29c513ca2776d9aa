import { useState } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import css from './Notifications.module.css'

/** The photo that a notification tells of, small; nothing where it does not come. */
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
