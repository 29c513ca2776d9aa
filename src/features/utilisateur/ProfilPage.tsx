import { useState, type ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { roleLabels } from '#domain/utilisateur/utilisateur.ts'
import type { SessionUser } from '#src/api/session.ts'
import { Avatar } from '#src/ui/avatar/Avatar.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { applyTheme, readTheme, type Theme } from '#src/ui/theme.ts'
import { AppareilsSection } from './AppareilsSection.tsx'
import { AvisSection } from './AvisSection.tsx'
import { ClesAccesSection } from './ClesAccesSection.tsx'
import { GarderAcces } from './GarderAcces.tsx'
import { InformationsSection } from './InformationsSection.tsx'
import { SecondFacteurSection } from './SecondFacteurSection.tsx'
import css from './Profil.module.css'

interface Props {
  utilisateur: SessionUser
  evenements: ReactNode
  statistiques: ReactNode
  consentement: ReactNode
  /** Export and deletion. */
  donnees: ReactNode
  /** Push notifications on this device. */
  avis: ReactNode
  /** Déconnexion, with its confirmation. */
  logout: ReactNode
}

/** Mon Profil: personal data, events and statistics, consent, data export and deletion, this device. */
export function ProfilPage({ utilisateur, evenements, statistiques, consentement, donnees, avis, logout }: Props) {
  return (
    <Page title={phrases.monProfil} className={css.profile}>
      <header className={css.profileHead}>
        <Avatar person={utilisateur} size="large" />
        <div>
          <h1>{phrases.monProfil}</h1>
          <p className="meta">
            {nomComplet(utilisateur)},{' '}
            {utilisateur.invite ? 'invité(e) avec un prénom' : roleLabels[utilisateur.role].label.toLowerCase()}
          </p>
        </div>
      </header>
      <div className={css.profileColumn}>
        <InformationsSection />
        {utilisateur.invite && <GarderAcces />}
        {evenements}
        {statistiques}
      </div>
      <div className={css.profileColumn}>
        {consentement}
        {!utilisateur.invite && <AvisSection />}
        {donnees}
        <AppareilsSection />
        {!utilisateur.invite && (
          <>
            <SecondFacteurSection isOffered={utilisateur.role !== 'PARTICIPANT'} />
            <ClesAccesSection isOffered={utilisateur.role !== 'PARTICIPANT'} />
          </>
        )}
        <section className="stack" aria-labelledby="appareil">
          <h2 id="appareil">Cet appareil</h2>
          <ThemeChoice />
          {avis}
          <div className="actions">{logout}</div>
        </section>
      </div>
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
        { value: 'systeme', label: 'Système' },
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
