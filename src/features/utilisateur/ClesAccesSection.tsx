import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { AjoutCle } from './AjoutCle.tsx'
import { clesAccesQuery } from './cleAcces.queries.ts'
import { ClesAcces } from './ClesAcces.tsx'
import { ExigenceCle } from './ExigenceCle.tsx'
import { passkeyObstacle } from './passkey.ts'
import css from './Profil.module.css'

/**
 * Clés d'accès: the person's passkeys, and whether a login requires one.
 * @param isOffered whether passkeys can be added here; existing ones can always be removed
 */
export function ClesAccesSection({ isOffered }: { isOffered: boolean }) {
  const query = useQuery(clesAccesQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const obstacle = passkeyObstacle()
  if (!isOffered && (query.data?.cles.length ?? 0) === 0) return null
  return (
    <section className="stack" aria-labelledby="cles-acces">
      <header className={css.profileSection}>
        <h2 id="cles-acces" ref={heading} tabIndex={-1}>
          Clés d'accès
        </h2>
        {query.data?.exigeeDepuis != null && <Badge tone="green">Demandée</Badge>}
      </header>
      <p className="meta">
        Une clé d'accès vous connecte sans mot de passe, avec l'empreinte, le visage ou le code de votre appareil.
        L'empreinte et le visage ne quittent pas l'appareil.
      </p>
      <QueryState
        query={query}
        errorMessage="Vos clés d'accès n'ont pas pu être chargées."
        loading={<LoadingBox label="Chargement de vos clés d'accès" height="4.5rem" />}
      >
        {({ cles, exigeeDepuis }) => (
          <>
            {/* The row with the focused button was removed. */}
            <ClesAcces cles={cles} onRemoved={() => heading.current?.focus()} />
            {obstacle === null ? <AjoutCle /> : <p>{french(obstacle)}</p>}
            {cles.length > 0 && <ExigenceCle isEnforced={exigeeDepuis !== null} />}
          </>
        )}
      </QueryState>
    </section>
  )
}
