import { KeyRound } from 'lucide-react'
import type { CleAcces } from '#domain/utilisateur/cleAcces.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { formatDayMonth, formatSince, lowerFirst } from '#src/ui/text/dates.ts'
import css from './Appareils.module.css'

interface Props {
  cle: CleAcces
  busy: boolean
  onRemove: () => void
}

export function nameOfCle({ nom }: CleAcces): string {
  return nom === '' ? "Clé d'accès" : nom
}

export function CleAccesRow({ cle, busy, onRemove }: Props) {
  const { dateAjout, derniereUtilisation } = cle
  const onlineOnly = useOnlineOnly()
  const now = useServerNow()
  return (
    <li className={css.appareil}>
      <KeyRound />
      <div className={css.appareilLine}>
        <div className={css.appareilText}>
          <p className={css.appareilName}>{nameOfCle(cle)}</p>
          <p className="meta">
            Ajoutée le <time dateTime={dateAjout}>{formatDayMonth(dateAjout)}</time>
            <br />
            {derniereUtilisation === null ? (
              'Pas encore utilisée'
            ) : (
              <>
                Dernière utilisation{'\u00A0'}:{' '}
                <time dateTime={derniereUtilisation}>{lowerFirst(formatSince(derniereUtilisation, now))}</time>
              </>
            )}
          </p>
        </div>
        <Button aria-label={`Supprimer la clé ${nameOfCle(cle)}`} busy={busy} {...onlineOnly} onClick={onRemove}>
          Supprimer
        </Button>
      </div>
    </li>
  )
}
