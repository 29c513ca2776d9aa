import { Link } from '@tanstack/react-router'
import { phrases } from '#domain/texte/phrases.ts'
import { Logo } from '#src/ui/brand/Logo.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { french } from '#src/ui/text/french.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { sections } from './confidentialite.ts'
import css from './Accueil.module.css'

export function ConfidentialitePage() {
  return (
    <>
      <header className={css.navBar}>
        <Link to="/" aria-label="Éclats, accueil">
          <Logo />
        </Link>
        <nav className="actions push" aria-label="Navigation principale">
          <ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>
        </nav>
      </header>
      <Page title="Politique de confidentialité" className={css.reading}>
        <h1>Politique de confidentialité</h1>
        <p className="meta">Version 1.0. Elle accompagne le consentement que nous vous demandons avant tout envoi.</p>
        {sections.map(({ title, paragraphs }) => (
          <section key={title} className={classNames('stack')}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{french(paragraph)}</p>
            ))}
          </section>
        ))}
      </Page>
    </>
  )
}
