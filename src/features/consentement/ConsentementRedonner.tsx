import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { consentementMonths, versionRGPD } from '#domain/consentement/consentement.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { french } from '#src/ui/text/french.ts'
import { useRepondreConsentement } from './consentement.queries.ts'

/** Gives the consent (again) on the profile page: the summary, and the required checkbox (section 5). */
export function ConsentementRedonner() {
  const repondre = useRepondreConsentement()
  const [ticked, setTicked] = useState(false)
  const invite = useIsGuest()
  const online = useOnline()
  const missing = online ? "Cochez d'abord la case" : 'Vous êtes hors ligne'
  const isReady = ticked && online
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
      <Check checked={ticked} onChange={(event) => setTicked(event.target.checked)}>
        J'accepte que mes photos et mes données soient utilisées ainsi
      </Check>
      <div className="actions">
        <Button
          busy={repondre.isPending}
          disabled={!isReady}
          title={isReady ? undefined : missing}
          onClick={() => repondre.mutate(true)}
        >
          Donner mon consentement
        </Button>
      </div>
    </>
  )
}
