import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AppareilConnecte } from '#domain/utilisateur/appareil.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { AppareilRow } from './AppareilRow.tsx'
import { appareilsQuery, useSignOutOthers } from './appareil.queries.ts'
import css from './Appareils.module.css'

/** Appareils connectés: the person's sessions, and buttons to end them. */
export function AppareilsSection() {
  const query = useQuery(appareilsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  // The row with the focused button was removed.
  const focusHeading = () => heading.current?.focus()
  return (
    <section className="stack" aria-labelledby="appareils">
      <h2 id="appareils" ref={heading} tabIndex={-1}>
        Appareils connectés
      </h2>
      <QueryState
        query={query}
        errorMessage="Vos appareils n'ont pas pu être chargés."
        loading={<LoadingBox label="Chargement de vos appareils" height="4.5rem" />}
      >
        {(appareils) => <Appareils appareils={appareils} onSignedOut={focusHeading} />}
      </QueryState>
    </section>
  )
}

interface Props {
  appareils: readonly AppareilConnecte[]
  onSignedOut: () => void
}

function Appareils({ appareils, onSignedOut }: Props) {
  const online = useOnline()
  const onlineOnly = useOnlineOnly()
  const isGuest = useIsGuest()
  const others = useSignOutOthers(onSignedOut)
  const [isAsked, setAsked] = useState(false)
  const ordered = appareils.toSorted((a, b) => Number(b.estActuel) - Number(a.estActuel))
  const hasOthers = appareils.some(({ estActuel }) => !estActuel)
  return (
    <>
      <ul className={css.appareils}>
        {ordered.map((appareil) => (
          <AppareilRow key={appareil.id} appareil={appareil} onSignedOut={onSignedOut} />
        ))}
      </ul>
      {hasOthers ? (
        <div className="actions">
          <Button busy={others.isPending} {...onlineOnly} onClick={() => setAsked(true)}>
            Déconnecter les autres appareils
          </Button>
        </div>
      ) : (
        <p className="meta">Vous n'êtes connecté(e) nulle part ailleurs.</p>
      )}
      {hasOthers && !online && <p className="meta">Pour déconnecter un appareil, reconnectez-vous au réseau.</p>}
      {isAsked && (
        <ConfirmDialog
          title="Déconnecter les autres appareils"
          question={`Vous restez connecté(e) sur cet appareil. Sur les autres, il faudra ${
            isGuest ? 'un nouveau code, affiché sur celui-ci' : 'de nouveau votre mot de passe'
          }.`}
          confirm="Déconnecter"
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            others.mutate()
          }}
        />
      )}
    </>
  )
}
