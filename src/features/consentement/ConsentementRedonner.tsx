import { Link } from '@tanstack/react-router'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { consentementMonths, versionRGPD } from '#domain/consentement/consentement.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import { useRepondreConsentement } from './consentement.queries.ts'
import { useAccord } from './useAccord.tsx'

/** Gives the consent (again) on the profile page: the summary, and the required checkbox (section 5). */
export function ConsentementRedonner() {
  const repondre = useRepondreConsentement()
  const accord = useAccord()
  const invite = useIsGuest()
  return (
    <>
      {texteConsentementDe({ invite }).map((paragraph) => (
        <p key={paragraph} className="meta">
          {french(paragraph)}
        </p>
      ))}
      <p className="meta">
        Version {versionRGPD}, valable {consentementMonths} mois.{' '}
        <Link to="/politique-confidentialite">Lire la politique</Link>
      </p>
      {accord.box}
      <div className="actions">
        <Button
          {...useOnlineOnly()}
          busy={repondre.isPending}
          onClick={() => accord.validate() && repondre.mutate(true)}
        >
          Donner mon consentement
        </Button>
      </div>
    </>
  )
}
