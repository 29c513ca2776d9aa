import { Laptop, Smartphone } from 'lucide-react'
import type { AppareilConnecte } from '#domain/utilisateur/appareil.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { formatDayMonth, formatSince, lowerFirst } from '#src/ui/text/dates.ts'
import { useSignOutAppareil } from './appareil.queries.ts'
import css from './Appareils.module.css'

interface Props {
  appareil: AppareilConnecte
  onSignedOut: () => void
}

export function AppareilRow({ appareil, onSignedOut }: Props) {
  const { id, nom, dateConnexion, derniereActivite, estActuel } = appareil
  const signOut = useSignOutAppareil(onSignedOut)
  const onlineOnly = useOnlineOnly()
  const now = useServerNow()
  return (
    <li className={css.appareil}>
      {/(iPhone|iPad|Android)$/.test(nom) ? <Smartphone /> : <Laptop />}
      <div className={css.appareilLine}>
        <div className={css.appareilText}>
          <p className={css.appareilName}>
            {nom}
            {estActuel && <Badge tone="green">Cet appareil</Badge>}
          </p>
          <p className="meta">
            {!estActuel && (
              <>
                Dernière activité&#8239;:{' '}
                <time dateTime={derniereActivite}>{lowerFirst(formatSince(derniereActivite, now))}</time>
                <br />
              </>
            )}
            Connecté depuis le <time dateTime={dateConnexion}>{formatDayMonth(dateConnexion)}</time>
          </p>
        </div>
        {!estActuel && (
          <Button
            aria-label={`Déconnecter ${nom}`}
            busy={signOut.isPending}
            {...onlineOnly}
            onClick={() => signOut.mutate(id)}
          >
            Déconnecter
          </Button>
        )}
      </div>
    </li>
  )
}
