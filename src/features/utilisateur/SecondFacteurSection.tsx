import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, SkeletonOf } from '#src/ui/state/Skeleton.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { agree } from '#src/ui/text/quantities.ts'
import { ActivationSheet } from './ActivationSheet.tsx'
import { DesactivationSheet } from './DesactivationSheet.tsx'
import { NouveauxCodesSheet } from './NouveauxCodesSheet.tsx'
import { secondFacteurQuery } from './secondFacteur.queries.ts'
import css from './Profil.module.css'

type Open = 'activation' | 'codes' | 'desactivation'

/**
 * Connexion en deux étapes: optional, can be switched on or off.
 * @param isOffered whether it can be switched on here; if it is on already, it can always be switched off
 */
export function SecondFacteurSection({ isOffered }: { isOffered: boolean }) {
  const query = useQuery(secondFacteurQuery)
  const onlineOnly = useOnlineOnly()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const press = (sheet: Open) => ({
    ...onlineOnly,
    onClick: () => setOpen(sheet),
  })
  if (!isOffered && query.data?.depuis == null) return null
  return (
    <section className="stack" aria-labelledby="second-facteur">
      <header className={css.profileSection}>
        <h2 id="second-facteur">Connexion en deux étapes</h2>
        {query.data?.depuis != null && <Badge tone="green">Active</Badge>}
      </header>
      <QueryState
        query={query}
        errorMessage="Ce réglage n'a pas pu être chargé."
        loading={
          <Loading label="Chargement de la connexion en deux étapes">
            <SkeletonOf>
              <Inactive disabled />
            </SkeletonOf>
          </Loading>
        }
      >
        {({ depuis, codesRestants }) =>
          depuis === null ? (
            <Inactive {...press('activation')} />
          ) : (
            <>
              <p className="meta">
                Depuis le {formatPlainDay(depuis)}. Il vous reste {codesRestants}{' '}
                {agree(codesRestants, 'code de secours', 'codes de secours')}.
              </p>
              <div className="actions">
                <Button {...press('codes')}>Nouveaux codes de secours</Button>
                <Button {...press('desactivation')} look="quiet" danger>
                  Désactiver
                </Button>
              </div>
            </>
          )
        }
      </QueryState>
      {open === 'activation' && <ActivationSheet onClose={close} />}
      {open === 'codes' && <NouveauxCodesSheet onClose={close} />}
      {open === 'desactivation' && <DesactivationSheet onClose={close} />}
    </section>
  )
}

/** What it is for, and the button that switches it on. */
function Inactive(button: Pick<ComponentProps<typeof Button>, 'disabled' | 'title' | 'onClick'>) {
  return (
    <div className="stack">
      <p className="meta">
        {french(
          "En plus du mot de passe, la connexion demande un code d'une application d'authentification. Un mot de passe volé ne suffit plus.",
        )}
      </p>
      <div className="actions">
        <Button {...button}>
          <ShieldCheck />
          Activer
        </Button>
      </div>
    </div>
  )
}
