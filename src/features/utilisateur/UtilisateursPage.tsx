import { useQuery } from '@tanstack/react-query'
import { type Role, roleLabels, roles, type Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Chips } from '#src/ui/chips/Chips.tsx'
import { Page, PageHead } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { phrases } from '#domain/texte/phrases.ts'
import { utilisateursQuery } from './utilisateur.queries.ts'
import css from './Utilisateurs.module.css'

export type RoleFilter = 'TOUS' | Role

interface Props {
  role: RoleFilter
  onFilter: (role: RoleFilter) => void
}

const plural: Record<Role, string> = {
  ADMINISTRATEUR: 'Administrateurs',
  ORGANISATEUR: 'Organisateurs',
  PARTICIPANT: 'Participants',
}

/** All accounts, for administrators; the filter lives in the address. */
export function UtilisateursPage({ role, onFilter }: Props) {
  const query = useQuery(utilisateursQuery)
  return (
    <Page title="Utilisateurs">
      <PageHead title="Utilisateurs" />
      <QueryState
        query={query}
        loading={<UtilisateursLoading />}
        errorMessage={phrases.erreurChargement}
        errorDetail={refusalOr(query.error, 'Impossible de charger les utilisateurs.')}
      >
        {(utilisateurs) => (
          <>
            <Chips
              label="Filtrer par rôle"
              value={role}
              onChange={onFilter}
              options={[
                { value: 'TOUS', label: 'Tous', count: utilisateurs.length },
                ...roles.map((value) => ({
                  value,
                  label: plural[value],
                  count: utilisateurs.filter((utilisateur) => utilisateur.role === value).length,
                })),
              ]}
            />
            <Rows utilisateurs={utilisateurs.filter((one) => role === 'TOUS' || one.role === role)} />
          </>
        )}
      </QueryState>
    </Page>
  )
}

function Rows({ utilisateurs }: { utilisateurs: readonly Utilisateur[] }) {
  if (utilisateurs.length === 0) return <EmptyState title="Aucun compte de ce rôle" />
  return (
    <ul className={css.users}>
      {utilisateurs.map((utilisateur) => (
        <li key={utilisateur.id} className={css.user}>
          <Avatar person={utilisateur} />
          <p className={css.who}>
            <b>
              {utilisateur.prenom} {utilisateur.nom}
            </b>
            <span className="meta">{utilisateur.email}</span>
          </p>
          <p className={css.badges}>
            {!utilisateur.statutActif && <Badge tone="red">Désactivé</Badge>}
            <Badge tone={roleLabels[utilisateur.role].tone}>{roleLabels[utilisateur.role].label}</Badge>
          </p>
        </li>
      ))}
    </ul>
  )
}

function UtilisateursLoading() {
  return (
    <Loading label="Chargement des utilisateurs">
      <div className="stack" style={{ '--gap': 'var(--space-2)' }}>
        {[1, 2, 3, 4, 5].map((n) => (
          <Skeleton key={n} height="4.25rem" radius="var(--radius-control)" />
        ))}
      </div>
    </Loading>
  )
}
