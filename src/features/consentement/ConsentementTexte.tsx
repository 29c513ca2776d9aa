import { Link } from '@tanstack/react-router'
import { texteConsentement } from '#domain/consentement/consentement.texte.ts'
import { consentementMonths, versionRGPD } from '#domain/consentement/consentement.ts'
import { french } from '#src/ui/text/french.ts'
import css from './Consentement.module.css'

/** The whole text of the consent, collapsed by default. */
export function ConsentementTexte() {
  return (
    <details className={css.whole}>
      <summary>Lire la politique</summary>
      <div className="stack">
        {texteConsentement.map((paragraph) => (
          <p key={paragraph}>{french(paragraph)}</p>
        ))}
        <p className="meta">
          Version {versionRGPD}, valable {consentementMonths} mois.{' '}
          <Link to="/politique-confidentialite">Politique de confidentialité</Link>
        </p>
      </div>
    </details>
  )
}
