import type { ReactNode } from 'react'
import { Check, X } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Crumb } from '#src/ui/page/Crumb.tsx'
import { useTitle } from '#src/ui/page/useTitle.ts'
import { PhotoStack } from '#src/ui/photoStack/PhotoStack.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { PhotoWall } from './PhotoWall.tsx'
import css from './Accueil.module.css'

interface Props {
  /** Of the signed-in person; null for visitors. */
  profile: Role | null
  menu: ReactNode
  /** The current event, shown first, with the link to the dashboard. */
  now?: ReactNode
}

export function AccueilPage({ profile: role, menu, now }: Props) {
  useTitle('Les souvenirs de vos événements')
  return (
    <>
      <header className={css.navBar}>
        <Link to="/" aria-label="Éclats, accueil">
          <Logo />
        </Link>
        <nav className="actions push" aria-label="Navigation principale">
          {role === null ? (
            <>
              <ButtonLink to="/login" look="quiet">
                {phrases.connexion}
              </ButtonLink>
              <ButtonLink to="/register">{phrases.inscription}</ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to={dashboards[role]} look="quiet" className="wide-only">
                Dashboard
              </ButtonLink>
              {role !== 'ADMINISTRATEUR' && (
                <ButtonLink
                  to={role === 'PARTICIPANT' ? '/participant/evenements' : '/organizer/evenements'}
                  look="quiet"
                  className="wide-only"
                >
                  Événements
                </ButtonLink>
              )}
              {menu}
            </>
          )}
        </nav>
      </header>
      <main id="contenu" tabIndex={-1}>
        {now && role !== null && (
          <div className={css.now}>
            {now}
            <ButtonLink to={dashboards[role]}>{phrases.accederDashboard}</ButtonLink>
          </div>
        )}
        <section className={css.hero}>
          <div className={css.heroText}>
            <h1 className="display">
              Une fête.
              <br />
              Tous ses{' '}
              <span className={css.heroWord}>
                éclats.
                <Burst />
              </span>
            </h1>
            <p className={css.heroLead}>
              Vos invités déposent leurs photos et leurs vidéos, même sans réseau. Vous gardez celles qui comptent, et
              chacun les retrouve.
            </p>
            {!now && (
              <div className={css.heroActions}>
                {role === null ? (
                  <>
                    <ButtonLink to="/register" look="primary">
                      {phrases.commencerMaintenant}
                    </ButtonLink>
                    <ButtonLink to="/login">{phrases.seConnecter}</ButtonLink>
                  </>
                ) : (
                  <ButtonLink to={dashboards[role]} look="primary">
                    {phrases.accederDashboard}
                  </ButtonLink>
                )}
              </div>
            )}
          </div>
          <PhotoWall />
        </section>
        <Promises />
        <dl className={css.counters} data-below-fold>
          {counters.map(([figure, label]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="display">{figure}</dd>
            </div>
          ))}
        </dl>
      </main>
      <footer className={css.landingFoot} data-below-fold>
        <span>Éclats, les souvenirs de vos événements</span>
        <Crumb to="/politique-confidentialite">Politique de confidentialité</Crumb>
      </footer>
    </>
  )
}

const dashboards = {
  PARTICIPANT: '/participant',
  ORGANISATEUR: '/organizer',
  ADMINISTRATEUR: '/admin-settings',
} as const

/** Static text, not data (specification, section 1). */
const counters = [
  ['500+', 'projets'],
  ['1200+', 'utilisateurs'],
  ['98%', 'de satisfaction'],
] as const

function Promises() {
  return (
    <section className={css.promises} aria-label="Ce que fait Éclats" data-below-fold>
      <article className={css.promise}>
        <div className={css.promiseScene}>
          <PhotoStack
            sources={['bouquet-4', 'verres-1', 'piste-2', 'gateau-1'].map((name) => `/accueil/${name}.webp`)}
          />
        </div>
        <h2>Sans réseau, rien ne se perd</h2>
        <p>
          Chaque photo est en sécurité sur le téléphone avant qu'on vous le dise. Elle part seule quand le réseau
          revient, et un reçu le confirme.
        </p>
      </article>
      <article className={css.promise}>
        <div className={classNames(css.promiseScene, 'on-photo')}>
          <img src="/accueil/portrait-4.webp" width="800" height="533" alt="" loading="lazy" />
          <span className={classNames(css.decision, css.decisionReject)}>
            <X />
          </span>
          <span className={classNames(css.decision, css.decisionAccept)}>
            <Check />
          </span>
        </div>
        <h2>Vous choisissez, d'un geste</h2>
        <p>
          Une photo à la fois, grande comme l'écran. Un pouce à droite, elle rejoint l'album. À gauche, son auteur sait
          pourquoi.
        </p>
      </article>
      <article className={css.promise}>
        <div className={css.promiseScene}>
          <img src="/accueil/plage-1.webp" width="800" height="450" alt="" loading="lazy" />
        </div>
        <h2>Vos images restent à vous</h2>
        <p>
          {french(
            "Le lieu de prise de vue est retiré pour les autres. Vous gardez la main sur vos photos : les vôtres s'effacent quand vous le décidez.",
          )}
        </p>
      </article>
    </section>
  )
}
