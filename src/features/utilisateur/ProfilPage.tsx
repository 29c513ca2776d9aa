import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { roleLabels } from '#domain/utilisateur/utilisateur.ts'
import type { SessionUser } from '#src/api/session.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { formatPlainDay } from '#src/ui/text/dates.ts'
import { applyTheme, readTheme, type Theme } from '#src/ui/theme.ts'
import { moiQuery } from './utilisateur.queries.ts'
import css from './Profil.module.css'

interface Props {
  utilisateur: SessionUser
  consentement: ReactNode
  evenements: ReactNode
  /** Déconnexion, with its question. */
  logout: ReactNode
}

/** Mon Profil: who one is, one's consent, one's events, this device. */
export function ProfilPage({ utilisateur, consentement, evenements, logout }: Props) {
  const query = useQuery(moiQuery)
  return (
    <Page title={phrases.monProfil} className={css.profile}>
      <header className={css.profileHead}>
        <Avatar person={utilisateur} size="large" />
        <div>
          <h1>{phrases.monProfil}</h1>
          <p className="meta">
            {utilisateur.prenom} {utilisateur.nom}, {roleLabels[utilisateur.role].label.toLowerCase()}
          </p>
        </div>
      </header>
      <section className="stack" aria-labelledby="infos">
        <h2 id="infos">Informations personnelles</h2>
        <QueryState
          query={query}
          errorMessage={phrases.profilChargement}
          loading={
            <Loading label="Chargement du profil">
              <Skeleton height="9rem" />
            </Loading>
          }
        >
          {({ prenom, nom, email, dateCreation }) => (
            <dl className={css.pairs}>
              {[
                ['Prénom', prenom],
                ['Nom', nom],
                ['Email', email],
                ['Compte créé le', formatPlainDay(dateCreation)],
              ].map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </QueryState>
      </section>
      <div className={css.profileSide}>
        {consentement}
        <section className="stack" aria-labelledby="appareil">
          <h2 id="appareil">Cet appareil</h2>
          <ThemeChoice />
          <p className="meta">Un compte est archivé après 365 jours d'inactivité.</p>
          <div className="actions">{logout}</div>
        </section>
      </div>
      {evenements}
    </Page>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  return (
    <Segmented
      label="Thème"
      value={theme}
      options={[
        { value: 'systeme', label: 'Comme le système' },
        { value: 'clair', label: 'Clair' },
        { value: 'sombre', label: 'Sombre' },
      ]}
      onChange={(next) => {
        setTheme(next)
        applyTheme(next)
      }}
    />
  )
}
