import type { DownloadProgress } from '#src/api/file.ts'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { formatSize } from '#src/ui/text/quantities.ts'
import css from './Donnees.module.css'

/** How much of the export has arrived; a bar too when the server has said how large it is. */
export function Arriving({ received: { bytes, total } }: { received: DownloadProgress }) {
  return (
    <div className={css.arriving}>
      {total > 0 && <Progress value={bytes} max={total} label="Téléchargement de vos données" />}
      <p className="meta">
        {formatSize(bytes)} {total > 0 && `sur ${formatSize(total)}`}
      </p>
    </div>
  )
}
